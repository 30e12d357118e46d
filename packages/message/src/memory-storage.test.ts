import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { numRuns } from '../../../tooling/properties/num-runs.js';
import { createMemoryStorage } from './index.js';

const bytes = (length: number) => new Uint8Array(length).fill(7);
const full = expect.objectContaining({ code: 'STORAGE_FULL', status: 503 });

describe('createMemoryStorage', () => {
  it('holds exactly maxBytes, and refuses one byte more', () => {
    const storage = createMemoryStorage({ maxBytes: 5 });
    expect(storage.createWriter(0).write(bytes(5))).toBeUndefined();
    expect(() => storage.createWriter(0).write(bytes(1))).toThrow(full);
  });

  it('holds 64 MiB by default', () => {
    const writer = createMemoryStorage().createWriter(0);
    void writer.write(bytes(64 * 1_048_576));
    expect(() => writer.write(bytes(1))).toThrow(full);
  });

  it('holds nothing with maxBytes: 0', () => {
    const writer = createMemoryStorage({ maxBytes: 0 }).createWriter(10);
    expect(() => writer.write(bytes(1))).toThrow(full);
  });

  it.each([
    [{ maxBytes: -1 }, 'createMemoryStorage.maxBytes'],
    [{ maxBytes: Number.NaN }, 'createMemoryStorage.maxBytes'],
    [{ maxBytes: '64m' }, 'createMemoryStorage.maxBytes'],
    [{ maxSize: 1 }, 'createMemoryStorage.maxSize'],
  ])('refuses %j', (options, option) => {
    const create = () => createMemoryStorage(options as never);
    expect(create).toThrow(expect.objectContaining({ option }));
  });

  it('counts the bytes of all writers and open streams together', async () => {
    const storage = createMemoryStorage({ maxBytes: 5 });
    const first = storage.createWriter(0);
    void first.write(bytes(2));
    await first.end();
    void storage.createWriter(0).write(bytes(2));
    expect(() => storage.createWriter(0).write(bytes(2))).toThrow(full);
    expect(storage.createWriter(0).write(bytes(1))).toBeUndefined();
  });

  it.each<[string, (storage: ReturnType<typeof createMemoryStorage>) => Promise<unknown>]>([
    [
      'a writer is discarded',
      async (storage) => {
        const writer = storage.createWriter(0);
        void writer.write(bytes(5));
        await writer.discard();
        await writer.discard();
      },
    ],
    [
      'its stream is closed',
      async (storage) => {
        const stream = await written(storage, 5);
        stream.close();
        stream.close();
      },
    ],
    ['its stream is detached', async (storage) => (await written(storage, 5)).detach()],
    [
      'a writer has failed',
      async (storage) => {
        const writer = storage.createWriter(0);
        void writer.write(bytes(4));
        expect(() => writer.write(bytes(2))).toThrow(full);
        await writer.discard();
      },
    ],
  ])('has room for all bytes again when %s, and no more', async (_when, use) => {
    const storage = createMemoryStorage({ maxBytes: 5 });
    await use(storage);
    const writer = storage.createWriter(0);
    expect(writer.write(bytes(5))).toBeUndefined();
    expect(() => storage.createWriter(0).write(bytes(1))).toThrow(full);
  });

  it('keeps the bytes of a stream when its writer is discarded afterwards', async () => {
    const storage = createMemoryStorage({ maxBytes: 5 });
    const writer = storage.createWriter(0);
    void writer.write(bytes(5));
    const stream = await writer.end();
    await writer.discard();
    expect(stream.getSize()).toBe(5);
    expect(() => storage.createWriter(0).write(bytes(1))).toThrow(full);
  });

  it('refuses writes and an end after an end, and after a failure', async () => {
    const storage = createMemoryStorage({ maxBytes: 1 });
    const ended = storage.createWriter(0);
    await ended.end();
    const failed = storage.createWriter(0);
    expect(() => failed.write(bytes(2))).toThrow(full);
    for (const [writer, reason] of [
      [ended, 'the writer has ended'],
      [failed, 'the writer has failed: the temporary storage was full'],
    ] as const) {
      const error = expect.objectContaining({ code: 'STREAM_NOT_WRITABLE', message: reason });
      expect(() => writer.write(bytes(1))).toThrow(error);
      await expect(writer.end()).rejects.toEqual(error);
    }
  });

  it('never holds more than maxBytes, and nothing when all is closed', async () => {
    const sizes = fc.array(fc.array(fc.nat(4), { maxLength: 4 }), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(sizes, fc.nat(20), async (writers, maxBytes) => {
        const storage = createMemoryStorage({ maxBytes });
        const streams = [];
        let held = 0;
        for (const chunks of writers) {
          const writer = storage.createWriter(0);
          try {
            for (const size of chunks) void writer.write(bytes(size));
            streams.push(await writer.end());
            held += writer.size;
          } catch {
            await writer.discard();
          }
          expect(held).toBeLessThanOrEqual(maxBytes);
        }
        for (const stream of streams) stream.close();
        expect(storage.createWriter(0).write(bytes(maxBytes))).toBeUndefined();
      }),
      { numRuns: numRuns(200) },
    );
  });
});

async function written(storage: ReturnType<typeof createMemoryStorage>, size: number) {
  const writer = storage.createWriter(0);
  void writer.write(bytes(size));
  return writer.end();
}
