/** The limits of a route, and rows that are sent and read, inside all layers. */
import { gunzipSync, gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { linesOf } from '@mortise/body-parsers';
import { currentRequest } from '@mortise/request-log/node';
import { sessionOf } from '@mortise/session';
import { json, ndjson } from 'mortise';
import { nodeImplementations } from '../testing/implementations.js';
import { waitFor } from '../testing/wait-for.js';
import { adapters, type Answer, type Ask } from './adapters.js';
import { MODES } from './states-of.js';
import { ORIGIN, type Stack, wholeStack } from './whole-stack.js';

const combinations = adapters.flatMap(([adapter, send]) =>
  nodeImplementations.flatMap(([name, factories]) =>
    MODES.map((mode) => ({ name: `${adapter} with ${name} (${mode})`, send, factories, mode })),
  ),
);

describe.each(combinations)('over $name', ({ send, factories, mode }) => {
  let stack: Stack;
  beforeEach(() => {
    // A form needs its token before its body is read.
    stack = wholeStack(factories, mode, ['csrfTokens']);
  });
  const ask = (path: string, more: Partial<Ask> = {}) => {
    const own = { Origin: ORIGIN, Accept: 'application/json', 'Sec-Fetch-Site': 'same-origin' };
    return send(stack.app, { method: 'GET', path, ...more, headers: { ...own, ...more.headers } });
  };
  const post = (path: string, type: string, body: string, more: Ask['headers'] = {}) =>
    ask(path, { method: 'POST', body, headers: { 'Content-Type': type, ...more } });
  const ended = async (route: string, count: number) => {
    await waitFor(() => stack.lines.length === count);
    expect(stack.spans).toEqual(Array<string>(count).fill(route));
  };

  it('a route that is busy responds with 503 and the headers of all layers', async () => {
    let enter = (): void => undefined;
    let leave = (): void => undefined;
    const entered = new Promise<void>((resolve) => (enter = resolve));
    const left = new Promise<void>((resolve) => (leave = resolve));
    stack.app.get(
      '/busy',
      async (request, response) => {
        sessionOf(request).set('visits', 1);
        enter();
        await left;
        return json(response, 'done');
      },
      { limits: { concurrency: 1 } },
    );
    const first = ask('/busy');
    await entered;
    expect(refusalOf(await ask('/busy'))).toEqual([503, 'ROUTE_BUSY', '1', true]);
    leave();
    const { status, headers } = await first;
    expect([status, headers['set-cookie']]).toEqual([200, expect.stringContaining('session=')]);
    expect((await ask('/busy')).status).toBe(200);
    await ended('GET /busy', 3);
  });

  it.each([
    ['application/json', (size: number) => JSON.stringify({ text: 'x'.repeat(size) })],
    ['application/x-www-form-urlencoded', (size: number) => `text=${'x'.repeat(size)}`],
  ])('a route reads larger bodies than the application, or smaller ones: %s', async (...row) => {
    const [type, bodyOf] = row;
    const handle = (limit: number) => {
      stack.app.post(
        `/upto/${limit}`,
        (request, response) => {
          const { text } = Object(request.getParsedBody()) as { readonly text: string };
          return json(response, text.length);
        },
        { body: { maxBytes: limit } },
      );
    };
    for (const limit of [2_500_000, 100]) handle(limit);
    const large = await post('/upto/2500000', type, bodyOf(2_000_000));
    expect([large.status, String(large.body)]).toEqual([200, '2000000']);
    const refused = await post('/upto/100', type, bodyOf(101));
    expect(refusalOf(refused)).toEqual([413, 'BODY_TOO_LARGE', undefined, true]);
  });

  it.each(['identity', 'gzip'])('rows are sent as they are made: %s', async (coding) => {
    async function* rows(end: string) {
      for (let row = 0; row < 2_000; row++) yield { row, isKnown: currentRequest() !== null };
      await Promise.resolve();
      if (end === 'fails') throw new Error('out of paper');
    }
    stack.app.get('/rows/{end}', (request, response, { end }) =>
      ndjson(request, response, rows(end)),
    );
    const headers = { 'Accept-Encoding': coding };
    const whole = await ask('/rows/whole', { headers });
    const text = String(coding === 'gzip' ? gunzipSync(whole.body) : whole.body);
    const expected = Array.from({ length: 2_000 }, (_, row) => ({ row, isKnown: true }));
    expect(
      text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown),
    ).toEqual(expected);
    expect(whole.headers).toMatchObject({ 'content-type': 'application/x-ndjson' });
    expect(whole.headers).not.toHaveProperty('etag');
    for (const end of [{ path: '/rows/fails' }, { path: '/rows/left', leaves: true }]) {
      const { status, isCut } = await ask(end.path, { headers, ...end });
      expect([status, isCut]).toEqual([200, true]);
    }
    await ended('GET /rows/{end}', 3);
  });

  it('lines are read one by one, and one that is too long is refused', async () => {
    stack.app.post(
      '/lines',
      async (request, response) => {
        let count = 0;
        for await (const line of linesOf(request, { maxLine: 20 })) count += line.length;
        return json(response, count);
      },
      { body: false },
    );
    const read = await post('/lines', 'text/csv', 'Emma\r\nPersuasion\n\ud83d\ude00');
    expect([read.status, String(read.body)]).toEqual([200, '16']);
    const long = await post('/lines', 'text/csv', `Emma\n${'x'.repeat(21)}`);
    expect(refusalOf(long)).toEqual([413, 'LINE_TOO_LONG', undefined, true]);
    const coded = String(gzipSync('Emma'));
    const refused = await post('/lines', 'text/csv', coded, { 'Content-Encoding': 'gzip' });
    expect(refusalOf(refused).slice(0, 1)).toEqual([415]);
    await ended('POST /lines', 3);
  });
});

/** Status, code and Retry-After of an error, and whether it has the headers of the layers outside. */
function refusalOf({ status, headers, body }: Answer) {
  const { code } = JSON.parse(String(body)) as { readonly code?: string };
  const outside = ['access-control-allow-origin', 'content-security-policy', 'ratelimit'];
  const hasAll = [...outside, 'x-request-id'].every((name) => name in headers);
  return [status, code, headers['retry-after'], hasAll];
}
