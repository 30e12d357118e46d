import { describe, expect, it } from '@jest/globals';
import { createApp, json, text } from '@mortise/app';
import { factories } from '@mortise/message';
import { z } from 'zod';
import { endpoint } from '../src/index.js';
import { loggedErrors } from './logged-errors.js';

const data = { title: 'Emma' };

/** Compiles JavaScript, so that no type refuses it. It sees what a program has. */
function compiled(source: string): never {
  const names = { json, text, data, content: data };
  // eslint-disable-next-line @typescript-eslint/no-implied-eval
  return new Function(...Object.keys(names), `return ${source}`)(...Object.values(names)) as never;
}

/** Responds with the handler of an endpoint, and returns what is logged. */
async function tried(description: object, source: string) {
  const { logger, texts } = loggedErrors();
  const app = createApp({ factories, logger });
  app.post('/books/{id}', endpoint(description, compiled(source)));
  const request = factories
    .createServerRequest('POST', 'http://library.test/books/7?name=x')
    .withHeader('Content-Type', 'application/json')
    .withParsedBody({ title: 'Emma' });
  const response = await app.handle(request);
  const body = await response.getBody().text();
  return { status: response.getStatusCode(), body, log: texts.at(-1) ?? '' };
}

const book = z.object({ title: z.string() });
const described = { responses: { 201: book, 404: book } };

describe('the line of a hint in an endpoint', () => {
  it.each<[string, object, string, string, number]>([
    ['returned data', described, '(q, r) => ({ a: 1 })', 'return r(201, data)', 201],
    ['json', described, '(q, respond) => respond.json(data)', 'return respond(201, data)', 201],
    [
      'json of a response',
      described,
      '(request, response) => response.json(data)',
      'return response(201, data)',
      201,
    ],
    [
      'json with a status',
      described,
      '(req, res) => res.status(404).json(data)',
      'return res(404, data)',
      404,
    ],
    [
      'the function json',
      { responses: { 200: book } },
      '(q, respond) => json(respond, data)',
      'return respond(200, ...) in an endpoint',
      200,
    ],
    ['no status', described, '(q, respond) => respond(data)', 'return respond(201, content)', 201],
    ['without responses', {}, '(q, r) => r.json(data)', 'return json(r, data)', 200],
    ['data without responses', {}, '(q, r) => ({ a: 1 })', 'return json(r, data)', 200],
  ])('%s is a line that runs', async (_what, description, source, line, status) => {
    const { status: before, log } = await tried(description, source);
    expect([before, log]).toEqual([500, expect.stringContaining(`write ${line}`)]);
    const parameters = source.slice(0, source.indexOf(' => '));
    const mended = `${parameters} => { ${line.replace(' in an endpoint', '').replace('...', 'data')} }`;
    expect([mended, await tried(description, mended)]).toMatchObject([mended, { status }]);
  });

  it('names the second parameter respond if the handler has none', async () => {
    const { log } = await tried(described, '() => ({ a: 1 })');
    expect(log).toContain('write return respond(201, data), in (request, respond) => { ... }');
  });

  it('says that responses are not described to a handler that calls respond', async () => {
    const { status, log } = await tried({}, '(q, respond) => respond(200, data)');
    expect(status).toBe(500);
    expect(log).toContain('describe the responses that it calls, endpoint({ responses: { 200:');
    const mended = await tried({ responses: { 200: book } }, '(q, respond) => respond(200, data)');
    expect(mended.status).toBe(200);
  });

  it.each([
    [{}, '(q, r) => text(r, q.params.id)', '(q, r, { args: { id } })', 'id', '7'],
    [{ body: book }, '(q, r) => text(r, q.body.title)', '(q, r, { body })', 'body.title', 'Emma'],
    [{ body: book }, "(c) => text(c, c.req.valid('json').title)", '', '', ''],
    [{}, '(q, r) => { q.session.user = 1; return r; }', '', '', ''],
    [{}, '(q, r) => text(r, q.query.name)', '', '', ''],
  ])('with %j, %s has one', async (description, source, parameters, read, answer) => {
    const { status, log } = await tried(description, source);
    expect([status, log]).toEqual([500, expect.stringMatching(/; instead of .*, write /)]);
    if (parameters === '') return;
    expect(log).toContain(`write the third parameter of the handler: ${parameters}`);
    const mended = await tried(description, `${parameters} => text(r, ${read})`);
    expect(mended).toEqual({ status: 200, body: answer, log: '' });
  });
});
