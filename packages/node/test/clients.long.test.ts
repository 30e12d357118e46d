import { afterEach, describe, expect, it } from '@jest/globals';
import { answer, closeServers, serving, sleep, streamed } from './serving.js';
import { waitFor } from './wait-for.js';
import { get, lastGet, talk, Wire } from './wire.js';

afterEach(closeServers);

const hello = () => answer('hello');
const impatient = { headersTimeout: 100, checkInterval: 20 };

describe('a slow client', () => {
  it('gets 408 if its head does not arrive', async () => {
    const { port } = await serving(hello, { limits: impatient });
    expect(await talk(port, 'GET / HTTP/1.1\r\nHost: a\r\n')).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('gets 408 even if its head keeps arriving byte by byte', async () => {
    const { port } = await serving(hello, { limits: impatient });
    const wire = new Wire(port).send('GET / HTTP/1.1\r\nHost: a\r\nX: ');
    while (!wire.closed) {
      wire.send('y');
      await sleep(5);
    }
    expect(wire.heard).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('is disconnected if it sends nothing', async () => {
    const { port } = await serving(hello, { limits: impatient });
    await talk(port, '');
  });

  it('is disconnected if it reads nothing of a response in memory', async () => {
    const lifetimes: { ended: boolean; signal: AbortSignal }[] = [];
    const { port } = await serving(
      (request) => {
        lifetimes.push(request.getLifetime());
        return answer(new Uint8Array(50_000_000));
      },
      { limits: { writeTimeout: 150 } },
    );
    const wire = new Wire(port);
    wire.socket.pause();
    wire.send(get());
    await waitFor(() => lifetimes[0]?.signal.aborted === true);
    wire.destroy();
  });

  it('is disconnected if it reads nothing of a streamed response', async () => {
    let given = 0;
    let over = false;
    async function* endless(): AsyncGenerator<Uint8Array> {
      try {
        for (; ; given++) yield await Promise.resolve(new Uint8Array(100_000));
      } finally {
        over = true;
      }
    }
    const { port } = await serving(() => streamed(endless()), { limits: { writeTimeout: 150 } });
    const wire = new Wire(port);
    wire.socket.pause();
    wire.send(get());
    await waitFor(() => over);
    expect(given * 100_000).toBeLessThan(50_000_000);
    wire.destroy();
  });
});

describe('a client that half-closes within a request', () => {
  it('gets 400 if the head is incomplete', async () => {
    const { port } = await serving(hello);
    const wire = new Wire(port);
    wire.socket.end('GET / HTTP/1.1\r\nHost: a\r\n');
    expect(await wire.untilClosed()).toMatch(/^HTTP\/1\.1 400 /);
  });

  it('fails the read of its body, and leaves nothing open', async () => {
    const codes: unknown[] = [];
    const { port, errors } = await serving((request) =>
      request
        .getBody()
        .text()
        .then(answer, (error: unknown) => {
          codes.push((error as { code?: unknown }).code);
          throw error;
        }),
    );
    const wire = new Wire(port);
    wire.socket.end('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nabc');
    await wire.untilClosed();
    await waitFor(() => codes.length > 0);
    expect([codes, errors]).toEqual([['REQUEST_ABORTED'], []]);
  });
});

describe('a client that half-closes after the request', () => {
  it('gets the responses that are ready immediately, while others keep the server busy', async () => {
    const { port } = await serving(hello);
    const answers = await Promise.all(
      Array.from({ length: 50 }, async () => {
        const wire = new Wire(port);
        wire.socket.end(get());
        return wire.untilClosed();
      }),
    );
    expect(answers.filter((text) => text.endsWith('hello'))).toHaveLength(50);
  });

  it('leaves nothing open if the response comes too late', async () => {
    const { port, errors } = await serving(() => sleep(30).then(() => answer('hello')));
    const wire = new Wire(port);
    wire.socket.end(get());
    await wire.untilClosed();
    await sleep(50);
    expect(errors).toEqual([]);
  });
});

describe('a thousand connections', () => {
  it('that are silent do not prevent others from being served', async () => {
    const { port } = await serving(hello);
    const wires = Array.from({ length: 1_000 }, () => new Wire(port));
    expect(await talk(port, lastGet())).toContain('hello');
    for (const wire of wires) wire.destroy();
  });

  it('that are idle are closed after their timeout', async () => {
    const { port } = await serving(hello, { limits: { keepAliveTimeout: 50, checkInterval: 20 } });
    const wires = await idleWires(port);
    await Promise.all(wires.map((wire) => wire.untilClosed()));
  });

  it('that are idle are closed immediately when the server closes', async () => {
    const server = await serving(hello, { closeTimeout: 600_000 });
    const wires = await idleWires(server.port);
    await server.close();
    await Promise.all(wires.map((wire) => wire.untilClosed()));
  });
});

/** Each has been answered once. */
async function idleWires(port: number): Promise<Wire[]> {
  const wires = Array.from({ length: 1_000 }, () => new Wire(port).send(get()));
  await Promise.all(wires.map((wire) => wire.hear((text) => text.endsWith('hello'))));
  return wires;
}
