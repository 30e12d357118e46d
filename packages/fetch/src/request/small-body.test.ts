import { describe, expect, it } from '@jest/globals';
import { isSmallBody } from '@mortise/base/message';
import { factories } from '@mortise/message';
import { bytes } from '../../test/answering.js';
import { type FetchLimits, requestSourceOf } from '../index.js';

/** A request whose body never gives its stream: it must be read with one call to the platform. */
function posted(content: string, length: number | string = content.length): Request {
  const headers = { 'Content-Length': String(length) };
  const request = new Request('http://a/', { method: 'POST', body: content, headers });
  return Object.defineProperty(request, 'body', {
    get: () => {
      throw new Error('the stream was created');
    },
  });
}

function bodyOf(request: Request, limits: Partial<FetchLimits> = {}) {
  const { body } = requestSourceOf(request, { limits });
  if (body === null) throw new Error('the request has no body');
  return body;
}

/** A request of which nothing arrives, or nothing after its first bytes. */
function silent(declared: number, first = ''): Request {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      if (first !== '') controller.enqueue(bytes(first));
    },
  });
  const headers = { 'Content-Length': String(declared) };
  return new Request('http://a/', { method: 'POST', body, headers, duplex: 'half' });
}

describe('a body with a small declared length', () => {
  it('is read with one call to the platform', async () => {
    expect(await bodyOf(posted('abc')).bytes()).toEqual(bytes('abc'));
  });

  it.each([
    [15 * 1024, true],
    [15 * 1024 + 1, false],
  ])('is one of at most 15 KiB: with %d bytes %p', (length, isSmall) => {
    expect(isSmallBody(factories.createStreamFromResource(bodyOf(silent(length))))).toBe(isSmall);
  });

  it('is not one with a transfer coding, which decides the length', () => {
    const request = silent(3);
    request.headers.set('Transfer-Encoding', 'chunked');
    expect(isSmallBody(factories.createStreamFromResource(bodyOf(request)))).toBe(false);
  });

  it.each([
    ['its length', {}, true],
    ['a transfer coding', { 'Transfer-Encoding': 'chunked' }, false],
  ])('is recognized in headers that were read before: with %s', (_, fields, isSmall) => {
    const request = silent(3);
    for (const [name, value] of Object.entries(fields)) request.headers.set(name, value);
    const source = requestSourceOf(request);
    expect(source.rawHeaders).toContain('content-length');
    if (source.body === null) throw new Error('the request has no body');
    expect(isSmallBody(factories.createStreamFromResource(source.body))).toBe(isSmall);
  });

  it('asks the platform for no header again that was read with the others', () => {
    const request = posted('abc');
    const source = requestSourceOf(request);
    expect(source.rawHeaders).toContain('content-length');
    Object.defineProperty(request, 'headers', {
      get: () => {
        throw new Error('the headers were read again');
      },
    });
    expect(source.rawHeaders).toContain('content-length');
    if (source.body === null) throw new Error('the request has no body');
    expect(isSmallBody(factories.createStreamFromResource(source.body))).toBe(true);
  });

  it('is not small any more when its stream has been read or closed', async () => {
    const read = factories.createStreamFromResource(bodyOf(posted('abc')));
    expect(isSmallBody(read)).toBe(true);
    await read.getContents();
    const closed = factories.createStreamFromResource(bodyOf(silent(3)));
    closed.close();
    expect([isSmallBody(read), isSmallBody(closed)]).toEqual([false, false]);
  });

  it.each([
    [3, 3, true],
    [3, 2, false],
    [1, 2, false],
    [4, 3, false],
  ])('that declares %d bytes and has 3 is limited to %d', async (declared, limit, accepted) => {
    const reading = bodyOf(posted('abc', declared), { bodyInMemory: limit }).bytes();
    if (accepted) expect(await reading).toEqual(bytes('abc'));
    else await expect(reading).rejects.toMatchObject({ code: 'BODY_TOO_LARGE', status: 413 });
  });

  it.each<[Partial<FetchLimits>, string]>([
    [{ bodyIdleTimeout: 1 }, 'BODY_IDLE_TIMEOUT'],
    [{ bodyTimeout: 1 }, 'BODY_TIMEOUT'],
    [{ bodyMinRate: 100_000, bodyMinRateAfter: 1 }, 'BODY_TOO_SLOW'],
  ])('that is not complete in time fails with 408: %j', async (limits, code) => {
    const reading = bodyOf(silent(100, 'x'.repeat(50)), limits).bytes();
    await expect(reading).rejects.toMatchObject({ code, status: 408 });
  });

  it('that the client does not complete fails as aborted', async () => {
    const cause = new Error('reset');
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        controller.error(cause);
      },
    });
    const headers = { 'Content-Length': '100' };
    const request = new Request('http://a/', { method: 'POST', body, headers, duplex: 'half' });
    await expect(bodyOf(request).bytes()).rejects.toMatchObject({
      code: 'REQUEST_ABORTED',
      status: 400,
      cause,
    });
  });

  it.each([
    ['the platform', (request: Request) => request.text()],
    ['a reader of the platform', (request: Request) => request.body?.getReader()],
  ])('cannot be read again after %s', async (_, read) => {
    const headers = { 'Content-Length': '3' };
    const request = new Request('http://a/', { method: 'POST', body: 'abc', headers });
    const body = bodyOf(request);
    await read(request);
    await expect(body.bytes()).rejects.toMatchObject({ code: 'BODY_CONSUMED' });
  });

  it('is empty if the request has none, read as a whole and in chunks', async () => {
    const request = () =>
      new Request('http://a/', { method: 'POST', headers: { 'Content-Length': '3' } });
    expect(await bodyOf(request()).bytes()).toEqual(bytes(''));
    const chunks = [];
    for await (const chunk of bodyOf(request())) chunks.push(chunk);
    expect(chunks).toEqual([]);
  });
});
