import { beforeEach, describe, expect, it } from '@jest/globals';
import { implementations } from '../../../tooling/testing/implementations.js';
import { notedWarnings } from '../../../tooling/testing/noted-warnings.js';
import { createApp, json, text } from '../src/index.js';
import { inProcess, overSocket, type TestClient, type TestRequest } from '../src/testing/index.js';

const warnings = notedWarnings();
beforeEach(() => {
  process.env['NODE_ENV'] = 'development';
});

const typed = (type: string, body: string): TestRequest => ({
  headers: { 'Content-Type': type },
  body,
});
const JSON_TEXT = '{"title":"Emma","tags":["a","b"]}';
const AS_TEXT = typed('text/plain;charset=UTF-8', JSON_TEXT);
const AS_FORM = typed('application/x-www-form-urlencoded', JSON_TEXT);

describe.each(implementations)('JSON with another Content-Type, on %s,', (_name, factories) => {
  const parsing = (development?: boolean) => {
    const app = createApp({
      factories,
      body: {},
      ...(development !== undefined && { development }),
    });
    app.post('/parsed', (request, response) => json(response, request.getParsedBody()));
    app.post('/raw', async (request, response) => text(response, await request.getBody().text()));
    return app;
  };
  const answer = async (client: TestClient, path: string, request: TestRequest) => {
    const response = await client.post(path, request);
    await client.close();
    return response.getBody().text();
  };

  it.each([
    ['over a socket', overSocket],
    ['in process', inProcess],
  ] as const)('warns once of what fetch sends for a string: %s', async (_place, open) => {
    const app = parsing();
    expect(await answer(open(app), '/parsed?token=1', AS_TEXT)).toBe('null');
    expect(await answer(open(app), '/parsed', AS_TEXT)).toBe('null');
    expect(warnings.map(({ code }) => code)).toEqual(['BODY_MISLABELED']);
    expect(warnings[0]?.message).toBe(
      'the parsed body of POST /parsed?… is null: no body parser reads text/plain;charset=UTF-8',
    );
    expect(warnings[0]?.detail).toContain("headers: { 'Content-Type': 'application/json' }");
  });

  it.each(['text/json', 'json', 'TEXT/PLAIN'])('warns of %s', async (type) => {
    await answer(inProcess(parsing()), '/parsed', typed(type, JSON_TEXT));
    expect(warnings).toHaveLength(1);
  });

  it('warns of a body without a type', async () => {
    await answer(inProcess(parsing()), '/parsed', { body: JSON_TEXT });
    expect(warnings.map(({ message }) => message)).toEqual([
      'the fields or files of a request (POST /parsed, without Content-Type) were read, but no parser reads its body',
    ]);
  });

  it.each([JSON_TEXT, '{ "title" : "a=b&c" }', '{"a":{"b":1}}'])(
    'warns of what curl -d sends: %s',
    async (body) => {
      await answer(inProcess(parsing()), '/parsed', { ...AS_FORM, body });
      expect(warnings.map(({ message }) => message)).toEqual([
        'the body of POST /parsed is JSON, but was parsed as a form, because its Content-Type is application/x-www-form-urlencoded',
      ]);
      expect(warnings[0]?.detail).toContain('With curl, write --json instead of -d.');
    },
  );

  it.each<[string, string, TestRequest]>([
    ['text whose parsed body is not read', '/raw', AS_TEXT],
    ['a type that is not meant as JSON', '/parsed', typed('text/csv', JSON_TEXT)],
    ['JSON with its type', '/parsed', { json: { '{"a': 1 } }],
    ['a form', '/parsed', { form: { title: '{"a":1}', '{b}': '1' } }],
    ['an empty form', '/parsed', typed('application/x-www-form-urlencoded', '')],
    ['a request without a body', '/parsed', {}],
    ['an empty text', '/parsed', typed('text/plain', '')],
    ['a body without a type that is not read as parsed', '/raw', { body: JSON_TEXT }],
  ])('does not warn of %s', async (_what, path, request) => {
    await answer(inProcess(parsing()), path, request);
    expect(warnings).toEqual([]);
  });

  it.each([AS_TEXT, AS_FORM])('does not warn without development', async (request) => {
    await answer(inProcess(parsing(false)), '/parsed', request);
    process.env['NODE_ENV'] = 'production';
    await answer(inProcess(parsing()), '/parsed', request);
    expect(warnings).toEqual([]);
  });
});
