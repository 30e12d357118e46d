import { Readable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { file, files } from '@mortise/contract';
import * as z from 'zod';
import { endpoint } from '../src/index.js';
import { api, fileHead, multipart } from './api.js';
import { nodeImplementations } from '../../../tooling/testing/implementations.js';

describe.each(nodeImplementations)('the body of an endpoint, on %s', (_name, factories) => {
  function withBody(parsesBodies = true) {
    const made = api(factories, parsesBodies);
    made.app.post(
      '/',
      endpoint({ body: z.object({ a: z.int() }), responses: { 204: null } }, (_request, respond) =>
        respond(204),
      ),
    );
    return made;
  }

  it.each([
    'application/json',
    'application/json; charset=utf-8',
    'application/vnd.api+json',
    'Application/JSON',
  ])('is accepted as %s', async (type) => {
    const { send } = withBody();
    const headers = { 'Content-Type': type };
    expect((await send('POST', '/', { headers, body: '{"a":1}' })).status).toBe(204);
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/json, text/plain',
    'json',
    '',
  ])('is refused with 415 and Accept as %j', async (type) => {
    const { send } = withBody();
    const headers: Record<string, string> = type === '' ? {} : { 'Content-Type': type };
    const { status, body, response } = await send('POST', '/', { headers, body: '{"a":1}' });
    expect([status, (body as { code: string }).code]).toEqual([415, 'BODY_MEDIA_TYPE']);
    expect(response.getHeaderLine('Accept')).toBe('application/json');
  });

  it('is refused with 415 without a type if its size is unknown', () => {
    const call = endpoint({ body: z.unknown() }, (_request, response) => response);
    const body = factories.createStreamFromResource(Readable.from([Buffer.from('{}')]));
    const request = factories.createServerRequest('POST', '/').withBody(body);
    expect(() => call(request, factories.createResponse(), {})).toThrow(
      expect.objectContaining({ code: 'BODY_MEDIA_TYPE' }),
    );
  });

  it('is refused with 415 for a malformed Content-Type, even if it is empty', async () => {
    const { send } = withBody();
    const headers = { 'Content-Type': 'json' };
    expect((await send('POST', '/', { headers, body: '' })).status).toBe(415);
  });

  it('is refused with 415 before a missing parser is reported', async () => {
    const { send } = withBody(false);
    const headers = { 'Content-Type': 'text/plain' };
    expect((await send('POST', '/', { headers, body: 'x' })).status).toBe(415);
  });

  it.each(['{', '7', '"x"', 'null', ' '])('is refused with 400 as %j', async (text) => {
    const { send } = withBody();
    const headers = { 'Content-Type': 'application/json' };
    const { status, body } = await send('POST', '/', { headers, body: text });
    expect([status, (body as { code: string }).code]).toEqual([400, 'BODY_UNREADABLE']);
    expect((body as { detail: string }).detail).toBe(
      'The request body cannot be read as "application/json": it is malformed, or neither an object nor a list.',
    );
  });

  it('is undefined for the schema if the request has none', async () => {
    const { send } = withBody();
    const { status, body } = await send('POST', '/');
    expect(status).toBe(422);
    expect(body).toMatchObject({ errors: [{ in: 'body', pointer: '#' }] });
  });

  it('is a server error if no parser ran, and the log names the line to add', async () => {
    const { send, logged } = withBody(false);
    const { status, body } = await send('POST', '/', { json: { a: 1 } });
    expect(status).toBe(500);
    expect(JSON.stringify(body)).not.toContain('BodyParsing');
    expect(logged.join('\n')).toContain('createApp({ body: {} })');
  });

  it('is checked only for its type if types are described without a schema', async () => {
    const { app, send } = api(factories);
    app.post(
      '/',
      endpoint({ accepts: ['application/octet-stream'] }, (_request, response) => response),
    );
    const bytes = { headers: { 'Content-Type': 'application/octet-stream' }, body: 'x' };
    expect((await send('POST', '/', bytes)).status).toBe(200);
    expect((await send('POST', '/', { json: {} })).status).toBe(415);
  });
});

describe.each(nodeImplementations)('the files of an endpoint, on %s', (_name, factories) => {
  const PNG = fileHead('cover', 'image/png');

  function withFiles() {
    const made = api(factories);
    made.app.post(
      '/',
      endpoint(
        {
          body: z.object({ alt: z.string(), n: z.int().optional() }),
          files: {
            cover: file({ types: ['image/png'], maxBytes: 4 }),
            pages: files({ optional: true, max: 2, types: ['text/*'] }),
          },
          responses: { 200: z.array(z.string()) },
        },
        async (_request, respond, { body, files: { cover, pages } }) => {
          const texts = [cover, ...pages].map((each) => each.getStream().text());
          return respond(200, [body.alt, ...(await Promise.all(texts))]);
        },
      ),
    );
    return made;
  }

  it('reach the handler together with the fields', async () => {
    const { send } = withFiles();
    const page = fileHead('pages[]', 'text/plain');
    const form = multipart(
      ['name="alt"', 'A'],
      ['name="n"', '3'],
      [PNG, 'PNG!'],
      [page, 'one'],
      [page, 'two'],
    );
    const { status, body } = await send('POST', '/', form);
    expect([status, body]).toEqual([200, ['A', 'PNG!', 'one', 'two']]);
  });

  it('reach the handler if they are sent with one name, or beside a field without a file', async () => {
    const { send } = withFiles();
    const page = fileHead('pages', 'text/plain');
    const none = fileHead('cover', 'image/png', '');
    const form = multipart(
      ['name="alt"', 'A'],
      [PNG, 'PNG!'],
      [none, ''],
      [page, 'one'],
      [page, 'two'],
    );
    const { status, body } = await send('POST', '/', form);
    expect([status, body]).toEqual([200, ['A', 'PNG!', 'one', 'two']]);
  });

  it.each<[string, readonly (readonly [string, string])[], string, string]>([
    ['is missing', [], '#/cover', 'The file is missing.'],
    [
      'was not chosen',
      [[fileHead('cover', 'image/png', ''), '']],
      '#/cover',
      'The file is missing.',
    ],
    ['is one byte too large', [[PNG, '12345']], '#/cover', 'received 5 bytes; expected at most 4'],
    ['has another type', [[fileHead('cover', 'image/gif'), 'x']], '#/cover', 'expected image/png'],
    [
      'has a type that begins with the accepted one',
      [[fileHead('cover', 'image/pngx'), 'x']],
      '#/cover',
      'expected image/png',
    ],
    [
      'comes twice',
      [
        [PNG, 'x'],
        [PNG, 'y'],
        [PNG, 'z'],
      ],
      '#/cover',
      'too many files: received 3; expected at most 1',
    ],
    [
      'comes twice as a list',
      [
        [fileHead('cover[]', 'image/png'), 'x'],
        [fileHead('cover[]', 'image/png'), 'y'],
      ],
      '#/cover',
      'received 2; expected at most 1',
    ],
    [
      'is one too many',
      [
        [PNG, 'x'],
        ...Array.from({ length: 3 }, () => [fileHead('pages[]', 'text/plain'), 'x'] as const),
      ],
      '#/pages',
      'received 3; expected at most 2',
    ],
    [
      'of several has another type',
      [
        [PNG, 'x'],
        [fileHead('pages[]', 'text/plain'), 'x'],
        [fileHead('pages[]', 'image/png'), 'x'],
      ],
      '#/pages/1',
      'expected text/*',
    ],
    [
      'has a type that only begins like an accepted one',
      [
        [PNG, 'x'],
        [fileHead('pages[]', 'textual/plain'), 'x'],
      ],
      '#/pages/0',
      'expected text/*',
    ],
  ])('are refused with 422 when one %s', async (_what, parts, pointer, detail) => {
    const { send } = withFiles();
    const { status, body } = await send('POST', '/', multipart(['name="alt"', 'A'], ...parts));
    expect(status).toBe(422);
    const { errors } = body as { errors: readonly { detail: string }[] };
    expect(errors).toMatchObject([{ in: 'file', pointer }]);
    expect(errors[0]?.detail).toContain(detail);
  });

  it('are refused with everything that is wrong with one of them', async () => {
    const gif = fileHead('cover', 'image/gif');
    const { body } = await withFiles().send(
      'POST',
      '/',
      multipart(['name="alt"', 'A'], [gif, '12345']),
    );
    const { errors } = body as { errors: readonly { detail: string }[] };
    expect(errors.map(({ detail }) => detail)).toEqual([
      'file too large: received 5 bytes; expected at most 4',
      'unsupported file type: expected image/png',
    ]);
  });

  it('can follow a field of the same name in which none was chosen', async () => {
    const { send } = withFiles();
    const empty = fileHead('cover', 'image/png', '');
    const form = multipart(['name="alt"', 'A'], [empty, ''], [PNG, 'PNG!']);
    const { status, body } = await send('POST', '/', form);
    expect([status, body]).toEqual([200, ['A', 'PNG!']]);
  });

  it('are refused with 415 in a body that is not multipart', async () => {
    expect((await withFiles().send('POST', '/', { json: { alt: 'A' } })).status).toBe(415);
  });

  it.each([
    [1, 413],
    [2, 413],
    [3, 422],
    [6, 500],
  ] as const)('with the PHP upload error %d are refused with %d', async (error, status) => {
    const { app, send } = withFiles();
    app.add((request, handler) => {
      const upload = factories.createUploadedFile(factories.createStream(''), 0, error);
      const files = { cover: upload };
      return handler.handle(request.withUploadedFiles(files).withParsedBody({ alt: 'A' }));
    });
    const headers = { 'Content-Type': 'multipart/form-data' };
    expect((await send('POST', '/', { headers })).status).toBe(status);
  });

  it('that arrived only in part are refused for that alone', async () => {
    const { app, send } = withFiles();
    app.add((request, handler) => {
      const cover = factories.createUploadedFile(factories.createStream('12345'), 5, 3);
      return handler.handle(request.withUploadedFiles({ cover }).withParsedBody({ alt: 'A' }));
    });
    const headers = { 'Content-Type': 'multipart/form-data' };
    expect((await send('POST', '/', { headers })).body).toMatchObject({
      detail: 'The request has 1 invalid value.',
      errors: [{ pointer: '#/cover', detail: 'incomplete file: only part of it arrived' }],
    });
  });
});
