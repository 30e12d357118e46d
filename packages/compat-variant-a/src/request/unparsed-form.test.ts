import { expect, it } from '@jest/globals';
import { createTemporaryStorage, factories } from '@mortise/message/node';
import { notedWarnings } from '../../../../tooling/testing/noted-warnings.js';
import { createApp, type VariantAAppOptions } from '../index.js';

const warnings = notedWarnings();

it('a form with files that nothing parses is a warning in development, once', async () => {
  const sent = async (
    options: Partial<VariantAAppOptions>,
    type = 'multipart/form-data; boundary=b',
  ) => {
    const before = warnings.length;
    const app = createApp({ factories, ...options });
    app.post('/', (request, response) => response.withJson(request.getParam('a')));
    const part = 'Content-Disposition: form-data; name="a"';
    const request = factories
      .createServerRequest('POST', 'http://h.test/')
      .withHeader('Content-Type', type)
      .withBody(factories.createStream(`--b\r\n${part}\r\n\r\n1\r\n--b--\r\n`));
    const response = await app.handle(request);
    await request.getLifetime().end();
    return [await response.getBody().text(), warnings.slice(before).map(({ code }) => code)];
  };
  expect(await sent({ development: false })).toEqual(['null', []]);
  expect(await sent({}, 'text/plain')).toEqual(['null', []]);
  expect(await sent({ temporaryStorage: createTemporaryStorage() })).toEqual(['"1"', []]);
  expect(await sent({})).toEqual(['null', ['BODY_NOT_PARSED']]);
  expect(await sent({})).toEqual(['null', []]);
  expect(warnings.at(-1)?.detail).toContain('createApp({ temporaryStorage: ');
});
