import { expect, it } from '@jest/globals';
import { createApp as createAppB } from '@mortise/app';
import { implementations } from '../../../../tooling/testing/implementations.js';
import { createApp } from '../index.js';

it.each(implementations)(
  'a form that an outer application has parsed has the names of PHP, as if parsed inside, over %s',
  async (_, factories) => {
    const file = factories.createUploadedFile(factories.createStream('PNG'));
    /** @param parsed by the outer application; `null`: by the inner one */
    const seen = async (type: string, parsed: object | null): Promise<unknown> => {
      const old = createApp({ factories });
      old.post('/', (request, response) =>
        response.withJson([request.getParsedBody(), Object.keys(request.getUploadedFiles())]),
      );
      const app = createAppB({ factories });
      app.post('/', (request) =>
        old.handle(
          parsed === null
            ? request
            : request.withParsedBody(parsed).withUploadedFiles({ 'cover.a': file }),
        ),
      );
      const request = factories
        .createServerRequest('POST', 'http://h.test/')
        .withHeader('Content-Type', type)
        .withBody(factories.createStream('user.name=ada&+a+b=1&c[d.e]=2'));
      const response = await app.handle(request);
      return JSON.parse(await response.getBody().text());
    };
    const fields = { 'user.name': 'ada', ' a b': '1', c: { 'd.e': '2' } };
    const named = { user_name: 'ada', a_b: '1', c: { 'd.e': '2' } };
    const urlEncoded = 'application/x-www-form-urlencoded';
    expect(await seen(urlEncoded, null)).toEqual([named, []]);
    expect(await seen(urlEncoded, fields)).toEqual([named, ['cover_a']]);
    expect(await seen('multipart/form-data; boundary=b', fields)).toEqual([named, ['cover_a']]);
    expect(await seen('application/json', fields)).toEqual([fields, ['cover.a']]);
  },
);
