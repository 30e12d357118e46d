import { describe, expect, it } from '@jest/globals';
import { ByteQueue } from './byte-queue.js';

function queued() {
  const calls: string[] = [];
  const queue = new ByteQueue({
    resume: () => void calls.push('resume'),
    cancel: () => void calls.push('cancel'),
  });
  return { queue, calls };
}
const bytes = (...values: number[]) => Uint8Array.of(...values);
const done = { done: true, value: undefined };

describe('a byte queue', () => {
  it('gives what was pushed between two reads as one chunk, and then the end', async () => {
    const { queue } = queued();
    queue.push(bytes(1));
    queue.push(bytes(2, 3));
    expect(await queue.next()).toEqual({ done: false, value: bytes(1, 2, 3) });
    queue.push(bytes(4));
    queue.end();
    expect(await queue.next()).toEqual({ done: false, value: bytes(4) });
    expect(await queue.next()).toEqual(done);
  });

  it('gives a waiting reader the next chunk, the end, or the error', async () => {
    const { queue: fed } = queued();
    const chunk = fed.next();
    fed.push(bytes(5));
    expect(await chunk).toEqual({ done: false, value: bytes(5) });
    const last = fed.next();
    fed.end();
    expect(await last).toEqual(done);
    const { queue } = queued();
    const reading = queue.next();
    queue.fail(new Error('cut'));
    await expect(reading).rejects.toThrow('cut');
  });

  it('stops its source at 64 KiB, and lets it go on once they are taken', async () => {
    const { queue, calls } = queued();
    expect(queue.push(new Uint8Array(65_535))).toBe(true);
    expect(queue.push(bytes(1))).toBe(false);
    expect(calls).toEqual([]);
    await queue.next();
    expect(calls).toEqual(['resume']);
  });

  it('does not let a source go on that has ended', async () => {
    const { queue, calls } = queued();
    queue.push(bytes(1));
    queue.end();
    await queue.next();
    expect(calls).toEqual([]);
  });

  it('gives what was pushed before an error, then the error at each read', async () => {
    const { queue } = queued();
    queue.push(bytes(1));
    queue.fail(new Error('cut'));
    queue.end();
    expect(await queue.next()).toEqual({ done: false, value: bytes(1) });
    await expect(queue.next()).rejects.toThrow('cut');
    await expect(queue.next()).rejects.toThrow('cut');
  });

  it('cancels its source when the reader leaves, once, and drops what follows', async () => {
    const { queue, calls } = queued();
    queue.push(bytes(1));
    expect(await queue.return()).toEqual(done);
    await queue.return();
    expect(queue.push(bytes(2))).toBe(true);
    expect(calls).toEqual(['cancel']);
    expect(await queue.next()).toEqual(done);
  });

  it('does not cancel a source that has ended', async () => {
    const { queue, calls } = queued();
    queue.end();
    await queue.return();
    expect(calls).toEqual([]);
  });

  it('gives all bytes at once when the source has ended, and nothing before or after a failure', () => {
    const { queue } = queued();
    queue.push(bytes(1));
    expect(queue.takeWhole()).toBeNull();
    queue.push(bytes(2));
    queue.end();
    expect(queue.takeWhole()).toEqual(bytes(1, 2));
    const { queue: cut } = queued();
    cut.fail(new Error('cut'));
    expect(cut.takeWhole()).toBeNull();
  });
});
