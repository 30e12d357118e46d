import { afterEach, describe, expect, it } from '@jest/globals';
import {
  answer,
  bytes,
  closeServers,
  serving,
  sleep,
  streamed,
  until,
} from '../../test/serving.js';
import { get, readResponses, talk, Wire, type WireResponse } from '../../test/wire.js';

afterEach(closeServers);

const closeTimeout = 5_000;

describe('close', () => {
  it('settles with idle and silent connections open, long before the deadline', async () => {
    const server = await serving(() => answer('hello'), { closeTimeout });
    const silent = new Wire(server.port);
    const idle = new Wire(server.port).send(get());
    await idle.hear((text) => text.includes('hello'));
    const begun = Date.now();
    await server.close();
    expect(Date.now() - begun).toBeLessThan(closeTimeout / 2);
    await Promise.all([silent.untilClosed(), idle.untilClosed()]);
  });

  it('lets running requests finish and tells them to come no more', async () => {
    const server = await serving(() => sleep(100).then(() => answer('done')), {
      closeTimeout,
    });
    const wires = Array.from({ length: 20 }, () => new Wire(server.port).send(get()));
    await sleep(50);
    await server.close();
    const responses = await Promise.all(wires.map(firstOf));
    expect(
      new Set(responses.map((r) => `${r?.body.toString()} ${String(r?.fields.get('connection'))}`)),
    ).toEqual(new Set(['done close']));
  });

  it('answers every pipelined request that has begun', async () => {
    const server = await serving(() => sleep(60).then(() => answer('done')), {
      closeTimeout,
    });
    const wire = new Wire(server.port).send(get() + get() + get());
    await sleep(30);
    await server.close();
    expect(readResponses(await wire.untilClosed(), true).map(({ status }) => status)).toEqual([
      200, 200, 200,
    ]);
  });

  it('answers requests that were on their way when it was called', async () => {
    const server = await serving(() => answer('done'), { closeTimeout });
    const wires = Array.from({ length: 20 }, () => new Wire(server.port).send(get()));
    await Promise.all(wires.map((wire) => wire.hear((text) => text.includes('done'))));
    for (const wire of wires) wire.send(get());
    await server.close();
    await Promise.all(wires.map((wire) => wire.untilClosed()));
    const counts = wires.map(({ heard }) => readResponses(heard, true).length);
    expect(counts).toEqual(counts.map(() => 2));
  });

  it('answers what idle and silent clients send within the time they have', async () => {
    const server = await serving(() => answer('done'), { closeTimeout });
    const idle = new Wire(server.port).send(get());
    const silent = new Wire(server.port);
    await idle.hear((text) => text.includes('done'));
    const closed = server.close({ idleTimeout: 600 });
    await sleep(100);
    for (const wire of [idle, silent]) wire.send(get());
    await closed;
    await Promise.all([idle.untilClosed(), silent.untilClosed()]);
    const answers = [idle, silent].map(({ heard }) => readResponses(heard, true).length);
    expect(answers).toEqual([2, 1]);
  });

  it('lets a download that has begun come to its end', async () => {
    async function* slow(): AsyncGenerator<Uint8Array> {
      for (let i = 0; i < 5; i++) {
        await sleep(20);
        yield bytes('x');
      }
    }
    const server = await serving(() => streamed(slow()), { closeTimeout });
    const wire = new Wire(server.port).send(get());
    await wire.hear((text) => text.includes('x'));
    await server.close();
    expect(await firstOf(wire)).toMatchObject({ complete: true });
  });

  it('aborts at the deadline what still runs', async () => {
    const reasons: unknown[] = [];
    const server = await serving(
      (request) => {
        const { signal } = request.getLifetime();
        signal.addEventListener('abort', () => reasons.push(signal.reason));
        return new Promise(() => undefined);
      },
      { closeTimeout: 50 },
    );
    const wire = new Wire(server.port).send(get());
    await sleep(20);
    await server.close();
    expect(reasons).toMatchObject([{ code: 'SERVER_CLOSED' }]);
    wire.destroy();
  });

  it('takes no more connections', async () => {
    const server = await serving(() => sleep(50).then(() => answer('x')), {
      closeTimeout,
    });
    const running = new Wire(server.port).send(get());
    await sleep(20);
    const closed = server.close();
    expect(await talk(server.port, get())).toBe('');
    await closed;
    running.destroy();
  });

  it('gives the same promise to every call, and is not ready from the first on', async () => {
    const server = await serving(() => answer('x'));
    expect(server.ready).toBe(true);
    const closing = server.close();
    expect([server.close() === closing, server.ready]).toEqual([true, false]);
    await until(() => !server.ready);
  });
});

async function firstOf(wire: Wire): Promise<WireResponse | undefined> {
  return readResponses(await wire.untilClosed(), true)[0];
}
