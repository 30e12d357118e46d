import { afterEach, describe, expect, it } from '@jest/globals';
import type { BodySource, RequestSource } from '@mortise/http-message';
import { factories } from '@mortise/message';
import { createdBy } from '../../../../tooling/testing/created-by.js';
import { answer, closeServers, gate, type Handle, serving } from '../../test/serving.js';
import { waitFor } from '../../test/wait-for.js';
import { readResponses, talk, Wire } from '../../test/wire.js';
import type { ServeOptions } from '../index.js';

afterEach(closeServers);

const post = (fields: string, body = '', path = '/') =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${fields}\r\n\r\n${body}`;
const chunked = post('Transfer-Encoding: chunked', '3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n');

describe.each([
  ['read as a whole', (body: BodySource) => body.bytes()],
  ['read in chunks', collected],
])('a body %s', (_, read) => {
  const echo = async (body: BodySource | null) =>
    body === null ? answer('none') : answer(await read(body));

  it.each([
    ['a length', post('Content-Length: 5', 'abcde')],
    ['chunks', chunked],
    ['an unknown header around it', post('X-Content-Length-: 9\r\nContent-Length: 5', 'abcde')],
  ])('has all bytes with %s', async (_name, request) => {
    const { port } = await servingBody(echo);
    expect(bodyOf(await talk(port, request))).toBe('abcde');
  });

  it('is empty with a length of 0, and absent without one', async () => {
    const { port } = await servingBody(echo);
    expect(bodyOf(await talk(port, post('Content-Length: 0')))).toBe('');
    expect(bodyOf(await talk(port, post('X: y')))).toBe('none');
  });

  it('is the same however its bytes are split', async () => {
    const { port } = await servingBody(echo);
    const wire = new Wire(port);
    for (const byte of chunked) {
      wire.send(byte);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(bodyOf(await wire.untilClosed())).toBe('abcde');
  });

  it('fails with REQUEST_ABORTED when the client disconnects in its middle', async () => {
    const seen: unknown[] = [];
    const reading = gate();
    const { port } = await servingBody((body) => {
      reading.open();
      return rejected(read(body as BodySource), seen);
    });
    const wire = new Wire(port).send(post('Content-Length: 5', 'ab'));
    await reading.opened;
    wire.destroy();
    await waitFor(() => seen.length > 0);
    expect(seen).toMatchObject([{ code: 'REQUEST_ABORTED', status: 400 }]);
  });

  it('fails when it is first read after the client disconnected', async () => {
    const seen: unknown[] = [];
    const begun = gate();
    const { port } = await servingBody(async (body, signal) => {
      begun.open();
      await new Promise((resolve) => {
        signal.addEventListener('abort', resolve);
      });
      return rejected(read(body as BodySource), seen);
    });
    const wire = new Wire(port).send(post('Content-Length: 5', 'ab'));
    await begun.opened;
    wire.destroy();
    await waitFor(() => seen.length > 0);
    expect(seen).toMatchObject([{ code: 'REQUEST_ABORTED' }]);
  });

  it('is refused with 408 if its next byte does not arrive', async () => {
    const limits = { bodyIdleTimeout: 60, checkInterval: 20 };
    const { port } = await servingBody(echo, { limits });
    const [response] = readResponses(await talk(port, post('Content-Length: 5', 'ab')), true);
    expect([response?.status, response?.fields.get('connection')]).toEqual([408, ['close']]);
  });

  it('is not requested before it is read, and then once', async () => {
    let begin = (): void => undefined;
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const { port } = await servingBody(async (body) => {
      await begun;
      return echo(body);
    });
    const wire = new Wire(port).send(post('Content-Length: 5\r\nExpect: 100-continue'));
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(wire.heard).toBe('');
    begin();
    await wire.hear((text) => text !== '');
    expect(wire.heard).toBe('HTTP/1.1 100 Continue\r\n\r\n');
    wire.send('abcde');
    const text = (await wire.untilClosed()).replace('HTTP/1.1 100 Continue\r\n\r\n', '');
    expect(bodyOf(text)).toBe('abcde');
  });

  it('has all bytes if its response is sent while it arrives', async () => {
    const readings: Promise<Uint8Array>[] = [];
    const { port } = await servingBody((body) => {
      readings.push(read(body as BodySource));
      return answer('ok');
    });
    const wire = new Wire(port).send(post('Content-Length: 5', 'abcde'));
    await wire.untilClosed();
    expect(Buffer.from((await readings[0]) ?? []).toString()).toBe('abcde');
  });

  it('cannot be read a second time', async () => {
    const seen: unknown[] = [];
    const { port } = await servingBody(async (body) => {
      await read(body as BodySource);
      return rejected(
        Promise.resolve().then(() => read(body as BodySource)),
        seen,
      );
    });
    await talk(port, post('Content-Length: 5', 'abcde'));
    const message = expect.stringContaining('; read it once and keep the result');
    expect(seen).toMatchObject([{ code: 'BODY_CONSUMED', message }]);
  });
});

describe('a body that waits for 100 Continue', () => {
  it('is refused before it is sent, and the connection closed', async () => {
    const { port } = await servingBody(() => Promise.resolve(answer('no', 403)));
    const request =
      'POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n';
    const [response] = readResponses(await talk(port, request), true);
    expect(response?.status).toBe(403);
    expect(response?.fields.get('connection')).toEqual(['close']);
    expect(response?.fields.has('keep-alive')).toBe(false);
  });

  it('keeps the connection once it is requested', async () => {
    const { port } = await servingBody(async (body) => answer(await (body as BodySource).bytes()));
    const last = post('Content-Length: 1\r\nExpect: 100-continue', 'a');
    const heard = await talk(port, last.replace('Connection: close\r\n', '') + last);
    expect(
      readResponses(heard, true).map(({ status, fields }) => [
        status,
        fields.get('connection'),
        fields.get('keep-alive'),
      ]),
    ).toEqual([
      [100, undefined, undefined],
      [200, ['keep-alive'], ['timeout=5']],
      [100, undefined, undefined],
      [200, ['close'], undefined],
    ]);
  });

  it('is not requested by code that only prepares to read it, or closes it unread', async () => {
    const { port } = await servingBody(async (body) => {
      const reader = (body as BodySource)[Symbol.asyncIterator]();
      await reader.return?.();
      expect(await reader.next()).toMatchObject({ done: true });
      return answer('no', 403);
    });
    const request =
      'POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n';
    expect(await talk(port, request)).toMatch(/^HTTP\/1\.1 403 /);
  });
});

describe('a body read as a whole', () => {
  it.each([
    ['announced', post('Content-Length: 6', 'abcdef')],
    ['found', post('Transfer-Encoding: chunked', '6\r\nabcdef\r\n0\r\n\r\n')],
  ])('is refused with 413 if it is %s to be too large', async (_, request) => {
    const { port, errors } = await servingBody(
      async (body) => answer(await (body as BodySource).bytes()),
      { limits: { bodyInMemory: 5 } },
    );
    expect(await talk(port, request)).toMatch(/^HTTP\/1\.1 413 /);
    expect(errors).toEqual([]);
  });

  it.each([
    ['announced', post('Content-Length: 5', 'abcde')],
    ['found', post('Transfer-Encoding: chunked', '5\r\nabcde\r\n0\r\n\r\n')],
  ])('is accepted if it is %s to be exactly as large as the limit', async (_, request) => {
    const { port } = await servingBody(async (body) => answer(await (body as BodySource).bytes()), {
      limits: { bodyInMemory: 5 },
    });
    expect(bodyOf(await talk(port, request))).toBe('abcde');
  });

  it('is refused with 408 if it takes too long even though bytes keep arriving', async () => {
    const { port } = await servingBody(async (body) => answer(await (body as BodySource).bytes()), {
      limits: { bodyTimeout: 100, checkInterval: 20 },
    });
    const wire = new Wire(port).send(post('Content-Length: 1000'));
    const trickle = setInterval(() => wire.send('x'), 10);
    await wire.untilClosed();
    clearInterval(trickle);
    expect(wire.heard).toMatch(/^HTTP\/1\.1 408 /);
  });
});

describe('a body that is not read', () => {
  it('is discarded from the connection, and the next request gets its response', async () => {
    const { port } = await servingBody(() => Promise.resolve(answer('ok')));
    const first = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 200000\r\n\r\n';
    const text = await talk(port, first + 'x'.repeat(200_000) + post('Content-Length: 0'));
    expect(readResponses(text, true).map(({ status }) => status)).toEqual([200, 200]);
  });

  it('is discarded from the connection if its reader stopped halfway', async () => {
    const { port } = await servingBody(async (body) => {
      for await (const chunk of body ?? []) return answer(String(chunk.length > 0));
      return answer('none');
    });
    const first = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 200000\r\n\r\n';
    const text = await talk(port, first + 'x'.repeat(200_000) + post('Content-Length: 1', 'x'));
    expect(readResponses(text, true).map(({ body }) => body.toString())).toEqual(['true', 'true']);
  });
});

it.each([
  ['as a whole', (body: BodySource) => body.bytes()],
  ['in chunks', collected],
])('a body that arrives with its headers, read %s, starts no timer', async (_, read) => {
  const { port } = await servingBody(async (body) => answer(body ? await read(body) : 'none'));
  const timers = (request: string) => createdBy('Timeout', () => talk(port, request));
  const [withBody, without] = [post('Content-Length: 5', 'abcde'), post('X: y')];
  // The first request starts timers that all connections share.
  await timers(withBody);
  expect(await timers(withBody)).toBe(await timers(without));
});

describe('a body that has arrived before its reader asks for a chunk', () => {
  const arrived = () => new Promise((resolve) => setTimeout(resolve, 60));
  /** The lengths of the chunks, and the number of timers that reading them started. */
  async function reading(request: string) {
    const lengths: number[] = [];
    let timers = -1;
    const { port } = await servingBody(async (body) => {
      await arrived();
      timers = await createdBy('Timeout', async () => {
        for await (const chunk of body ?? []) lengths.push(chunk.length);
      });
      return answer('ok');
    });
    const [response] = readResponses(await talk(port, request), true);
    return { status: response?.status, lengths, timers };
  }

  it('is one chunk, and starts no timer', async () => {
    const request = post('Content-Length: 5', 'abcde');
    expect(await reading(request)).toEqual({ status: 200, lengths: [5], timers: 0 });
  });

  it('is one chunk of the chunks in which it arrived', async () => {
    expect(await reading(chunked)).toEqual({ status: 200, lengths: [5], timers: 0 });
  });

  it('has no chunk if it is empty', async () => {
    const { status, lengths } = await reading(post('Content-Length: 0'));
    expect([status, lengths]).toEqual([200, []]);
  });

  it.each([
    ['64 KiB are', 65_536, true],
    ['one byte more is not', 65_537, false],
  ])('is not copied into one chunk if it is large: %s', async (_, size, isOne) => {
    const { lengths } = await reading(post(`Content-Length: ${size}`, 'x'.repeat(size)));
    expect(lengths.reduce((sum, length) => sum + length, 0)).toBe(size);
    expect(lengths.length === 1).toBe(isOne);
  });
});

/** Serves with a handler that is given the source of the body itself, and what tells that the client has gone. */
function servingBody(
  handle: (body: BodySource | null, gone: AbortSignal) => ReturnType<Handle>,
  options: Partial<ServeOptions> = {},
): ReturnType<typeof serving> {
  const bodies = new WeakMap<object, BodySource | null>();
  const createServerRequestFromSource = (source: RequestSource) => {
    const request = factories.createServerRequestFromSource(source);
    bodies.set(request.getLifetime(), source.body);
    return request;
  };
  const handler: Handle = (request) => {
    const lifetime = request.getLifetime();
    return handle(bodies.get(lifetime) ?? null, lifetime.signal);
  };
  return serving(handler, {
    factories: { ...factories, createServerRequestFromSource },
    ...options,
  });
}

async function collected(body: BodySource): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function rejected(reading: Promise<unknown>, seen: unknown[]) {
  await reading.catch((error: unknown) => seen.push(error));
  return answer('');
}

function bodyOf(text: string): string | undefined {
  return readResponses(text, true)[0]?.body.toString();
}
