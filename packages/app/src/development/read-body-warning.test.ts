import { describe, expect, it } from '@jest/globals';
import type { ResponseInterface } from '@mortise/http-message';
import { implementations } from '../../../../tooling/testing/implementations.js';
import { notedWarnings } from '../../../../tooling/testing/noted-warnings.js';
import { createApp } from '../index.js';

const warnings = notedWarnings();

describe.each(implementations)('a streamed body that a layer reads, on %s,', (_name, factories) => {
  /** Sends two requests through a layer. */
  async function sent(
    layer: (response: ResponseInterface) => Promise<ResponseInterface>,
    { development = true, content = 'hello' } = {},
  ) {
    const app = createApp({ factories, development });
    app.get('/', (_request, response) => {
      const chunks = (async function* () {
        yield await Promise.resolve(content);
      })();
      return response.withBody(factories.createStreamFromResource(chunks));
    });
    app.get('/text', (_request, response) => response.withBody(factories.createStream(content)));
    app.add(async (request, handler) => layer(await handler.handle(request)));
    for (const path of ['/text', '/?token=1', '/'])
      await app.handle(factories.createServerRequest('GET', `http://a.test${path}`));
    return warnings.map(({ code, message, detail }) => [code, message, detail]);
  }

  const reads = async (response: ResponseInterface) => {
    await response.getBody().text();
    return response;
  };

  it('is a warning once in development', async () => {
    expect(await sent(reads)).toEqual([
      [
        'RESPONSE_READ',
        'the body of the response to GET /?… was read to its end, so an empty one is sent',
        'A stream can be read once: in the layer, return response.withBody(app.factories.createStream(text)).',
      ],
    ]);
  });

  it.each<[string, typeof reads, object]>([
    ['the layer passes it on', (response) => Promise.resolve(response), {}],
    [
      'the layer returns what it has read',
      async (response) =>
        response.withBody(factories.createStream(await response.getBody().text())),
      {},
    ],
    [
      'the layer reads a part of it',
      async (response) => {
        await response.getBody().read(1);
        return response;
      },
      {},
    ],
    ['it is empty', reads, { content: '' }],
    ['the application is not in development', reads, { development: false }],
  ])('is no warning if %s', async (_why, layer, options) => {
    expect(await sent(layer, options)).toEqual([]);
  });
});
