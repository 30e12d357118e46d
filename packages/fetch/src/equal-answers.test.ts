import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { reasonPhrase } from '@mortise/http-syntax';
import { serve, type ServerHandle } from '@mortise/node';
import { anyCharacter } from '../../../tooling/properties/any-character.js';
import { numRuns } from '../../../tooling/properties/num-runs.js';
import { Chunks, statusError } from '../test/answering.js';
import { implementations } from '../../../tooling/testing/implementations.js';
import { type FetchHandler, toFetchHandler } from './index.js';
import type { Handle } from '../test/answering.js';

/** What a case answers with. */
interface Answer {
  readonly status: number;
  readonly fields: Readonly<Record<string, string>>;
  readonly cookies: readonly string[];
  readonly content: string;
  readonly kind: 'memory' | 'bytes' | 'stream' | 'broken' | 'unbegun' | 'error';
}

// P24: framing is the adapter's, so what they send may differ only in how it is framed.
describe.each(implementations)('the adapters for node:http and fetch on %s', (_, factories) => {
  let answer: Answer;
  let server: ServerHandle;
  let fetchHandler: FetchHandler<readonly unknown[]>;

  const handle: Handle = (request) => {
    const { status, fields, cookies, content, kind } = answer;
    if (kind === 'error') throw statusError(status, fields);
    let response = factories.createResponse(status);
    for (const [name, value] of Object.entries(fields)) response = response.withHeader(name, value);
    if (cookies.length > 0) response = response.withHeader('Set-Cookie', cookies);
    response = response.withHeader(
      'X-Seen',
      `${request.getMethod()} ${request.getRequestTarget()}`,
    );
    return response.withBody(
      kind === 'memory' || kind === 'bytes'
        ? factories.createStream(kind === 'bytes' ? new TextEncoder().encode(content) : content)
        : factories.createStreamFromResource(
            new Chunks(
              kind === 'unbegun' ? [] : [content],
              kind === 'stream' ? null : new Error('broken'),
            ),
          ),
    );
  };

  beforeAll(async () => {
    const options = { factories, onError: () => undefined };
    server = await serve({ handle }, { port: 0, ...options });
    fetchHandler = toFetchHandler({ handle }, options);
  });

  afterAll(() => server.close());

  const answers = fc.record<Answer>({
    status: fc.constantFrom(200, 201, 204, 205, 206, 304, 404, 418, 500, 599),
    fields: fc.dictionary(
      fc.constantFrom(
        ...['Content-Type', 'Content-Length', 'X-A', 'Trailer', 'Transfer-Encoding', 'Keep-Alive'],
        ...['TE', 'Proxy-Connection'],
      ),
      fc.constantFrom('', '1', '3', 'text/plain', 'ÿ'),
    ),
    cookies: fc.array(fc.constantFrom('a=1', 'b=2; Expires=Wed, 01 Jan 2025 00:00:00 GMT')),
    content: fc.string({ unit: anyCharacter, minLength: 1, maxLength: 20 }),
    kind: fc.constantFrom('memory', 'bytes', 'stream', 'broken', 'unbegun'),
  });
  const methods = fc.constantFrom('GET', 'HEAD', 'POST');

  it('produce equal status, header fields and body', async () => {
    await fc.assert(
      fc.asyncProperty(answers, methods, async (case_, method) => {
        // The last byte of its length ends such a body over HTTP/1.1, before it breaks.
        const isWhole = case_.fields['Content-Length'] === `${Buffer.byteLength(case_.content)}`;
        fc.pre(case_.kind !== 'broken' || !isWhole);
        answer = case_;
        const url = `${server.url}/a%2Fb?c=d`;
        expect(await seen(fetchHandler(new Request(url, { method })), method)).toEqual(
          await seen(fetch(url, { method }), method),
        );
      }),
      { numRuns: numRuns(300) },
    );
  });

  it.each([400, 404, 500, 503])('respond equally to an error with status %d', async (status) => {
    const fields = { 'Retry-After': '5' };
    answer = { status, fields, cookies: [], content: '', kind: 'error' };
    const url = `${server.url}/`;
    expect(await seen(fetchHandler(new Request(url)), 'GET')).toEqual(
      await seen(fetch(url), 'GET'),
    );
  });
});

/** What a client sees of an answer: nothing of its connection, nor how its length was told. */
async function seen(answering: Response | Promise<Response>, method: string): Promise<unknown> {
  try {
    const response = await answering;
    const content = await response.arrayBuffer();
    const headers = new Headers(response.headers);
    for (const name of ['connection', 'date', 'keep-alive', 'transfer-encoding']) {
      headers.delete(name);
    }
    if (method !== 'HEAD' && response.status !== 304) headers.delete('content-length');
    const phrase = response.statusText || reasonPhrase(response.status);
    return [response.status, phrase, [...headers], [...new Uint8Array(content)]];
  } catch {
    return 'broken off';
  }
}
