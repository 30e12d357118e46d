import { expect, it } from '@jest/globals';
import { toFetchHandler } from '@mortise/fetch';
import { nodeImplementations } from '../../../tooling/testing/implementations.js';
import { createApp, type MiddlewareFunction, type ServeOptions } from '../src/index.js';
import { inProcess, overSocket } from '../src/testing/index.js';

const logs: MiddlewareFunction = async (request, handler) => {
  const response = await handler.handle(request);
  await response.getBody().text();
  return response;
};
const replaces: MiddlewareFunction = async (request, handler) => {
  const response = await handler.handle(request);
  const text = await response.getBody().text();
  return response.withBody(app.factories.createStream(text));
};
let app = createApp();

it.each(
  nodeImplementations.flatMap(([name, factories]) =>
    (['inProcess', 'overSocket', 'toFetchHandler'] as const).map((way) => ({
      name,
      factories,
      way,
    })),
  ),
)(
  'a streamed body that a layer has read is an error, with $name, $way',
  async ({ factories, way }) => {
    const errors: unknown[] = [];
    const onError: ServeOptions['onError'] = (error) => void errors.push(error);
    /** Returns the status and the text for a layer. */
    const sent = async (layer: MiddlewareFunction): Promise<[number, string]> => {
      app = createApp({ factories });
      app.get('/', (_request, response) => {
        const chunks = (async function* () {
          await Promise.resolve();
          yield 'hel';
          yield 'lo';
        })();
        return response.withBody(app.factories.createStreamFromResource(chunks));
      });
      app.add(layer);
      if (way === 'toFetchHandler') {
        const response = await toFetchHandler(app, { onError })(new Request('http://h.test/'));
        return [response.status, await response.text()];
      }
      const client = way === 'inProcess' ? inProcess(app) : overSocket(app, { onError });
      try {
        const response = await client.get('/');
        return [response.getStatusCode(), await response.getBody().text()];
      } catch (error) {
        // The client in the process passes on what a server would report.
        errors.push(error);
        return [500, 'Internal Server Error'];
      } finally {
        await client.close();
      }
    };
    expect(await sent(replaces)).toEqual([200, 'hello']);
    expect(errors).toEqual([]);
    expect(await sent(logs)).toEqual([500, expect.stringContaining('Internal Server Error')]);
    expect(errors).toEqual([expect.objectContaining({ code: 'BODY_CONSUMED' })]);
  },
);
