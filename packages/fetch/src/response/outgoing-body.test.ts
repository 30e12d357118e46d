import { describe, expect, it } from '@jest/globals';
import { factories } from '@mortise/message';
import { Chunks, turn } from '../../test/answering.js';
import { outgoingBody, unwatched } from './outgoing-body.js';

/** A body of `ab` and `c`, and what its watcher is told. */
function sending(length: number, failure: Error | null = null) {
  const chunks = new Chunks(['ab', 'c'], failure);
  const body = factories.createStreamFromResource(chunks);
  const calls: unknown[] = [];
  const stream = outgoingBody(body, length, {
    ...unwatched,
    handed: (part) => void calls.push(part.length),
    ended: () => void calls.push('ended'),
    failed: (error) => void calls.push('failed', error),
    cancelled: (reason) => void calls.push('cancelled', reason),
  });
  return { reader: stream.getReader(), calls, body, chunks };
}

describe('a body for the platform', () => {
  it.each([-1, 3])('of the length %d is closed at its end, which is told once', async (length) => {
    const { reader, calls, body } = sending(length);
    for (let next = await reader.read(); !next.done; next = await reader.read());
    expect([calls, body.isReadable()]).toEqual([[2, 1, 'ended'], false]);
  });

  it.each([
    [4, 'shorter', 'missing: 1', [2, 1]],
    [2, 'longer', 'left: 0', [2]],
    [1, 'longer', 'left: 1', []],
    [0, 'longer', 'left: 0', []],
  ])('of the length %d fails if it is %s, bytes %s', async (length, how, left, handed) => {
    const { reader, calls, body } = sending(length);
    const read = async () => {
      for (let next = await reader.read(); !next.done; next = await reader.read());
    };
    const error = {
      code: 'RESPONSE_LENGTH_MISMATCH',
      status: 500,
      message: `the body is ${how} than the response's Content-Length (bytes ${left}): set its exact length, or none`,
    };
    await expect(read()).rejects.toMatchObject(error);
    expect(calls).toEqual([...handed, 'failed', expect.objectContaining(error)]);
    expect(body.isReadable()).toBe(false);
  });

  it('whose source fails is closed, and tells the error', async () => {
    const failure = new Error('source');
    const { reader, calls, body } = sending(-1, failure);
    await reader.read();
    await reader.read();
    await expect(reader.read()).rejects.toBe(failure);
    expect([calls, body.isReadable()]).toEqual([[2, 1, 'failed', failure], false]);
  });

  it.each<[number, number, readonly unknown[]]>([
    [3, 0, ['cancelled', 'why']],
    [3, 1, [2, 'cancelled', 'why']],
    [3, 2, [2, 1, 'ended']],
    [-1, 2, [2, 1, 'cancelled', 'why']],
  ])(
    'of the length %d tells how it ended if it is cancelled after %d reads',
    async (length, reads, expected) => {
      const { reader, calls, body } = sending(length);
      for (let read = 0; read < reads; read++) await reader.read();
      await reader.cancel('why');
      expect([calls, body.isReadable()]).toEqual([expected, false]);
    },
  );

  it.each(['comes', 'fails'])('that is cancelled ignores the chunk that %s later', async (how) => {
    let settle: () => void = () => undefined;
    const chunk = new Promise<Uint8Array>((resolve, reject) => {
      settle = () => {
        if (how === 'comes') resolve(new Uint8Array(1));
        else reject(new Error('late'));
      };
    });
    async function* source() {
      yield await chunk;
    }
    const calls: string[] = [];
    const stream = outgoingBody(factories.createStreamFromResource(source()), -1, {
      ...unwatched,
      handed: () => void calls.push('handed'),
      ended: () => void calls.push('ended'),
      failed: () => void calls.push('failed'),
      cancelled: () => void calls.push('cancelled'),
    });
    const reader = stream.getReader();
    const reading = reader.read();
    await turn();
    await reader.cancel();
    settle();
    expect(await reading).toMatchObject({ done: true });
    await turn();
    expect(calls).toEqual(['cancelled']);
  });
});
