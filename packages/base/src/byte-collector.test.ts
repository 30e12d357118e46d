import { describe, expect, it } from '@jest/globals';
import { ByteCollector } from './index.js';

const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values);

function collected(...chunks: Uint8Array[]): ByteCollector {
  const collector = new ByteCollector();
  for (const chunk of chunks) collector.add(chunk);
  return collector;
}

describe('ByteCollector', () => {
  it('returns the bytes of all chunks in order, whatever their number and size', () => {
    const lengths = Array.from({ length: 3_000 }, (_, index) =>
      index % 7 === 0 ? 5_000 : index % 3,
    );
    const chunks = lengths.map((length, index) => new Uint8Array(length).fill(index % 251));
    const collector = collected(...chunks);
    expect(collector.size).toBe(lengths.reduce((sum, length) => sum + length, 0));
    expect(Buffer.compare(collector.take(), Buffer.concat(chunks))).toBe(0);
  });

  it('begins again after its bytes were taken', () => {
    const collector = collected(...Array.from({ length: 300 }, () => bytes(1)));
    collector.take();
    expect([collector.size, collector.take()]).toEqual([0, bytes()]);
    collector.add(bytes(2));
    expect([collector.size, collector.takeChunks()]).toEqual([1, [bytes(2)]]);
  });

  it('begins again after it was cleared', () => {
    const collector = collected(...Array.from({ length: 300 }, () => bytes(1)));
    collector.clear();
    collector.add(bytes(2));
    expect([collector.size, collector.take()]).toEqual([1, bytes(2)]);
  });

  it('does not copy a single chunk', () => {
    const chunk = bytes(1, 2);
    expect(collected(chunk).take()).toBe(chunk);
  });

  it('keeps one array for 256 small chunks', () => {
    const chunks = Array.from({ length: 512 }, (_, index) => bytes(index % 256));
    expect(
      collected(...chunks)
        .takeChunks()
        .map(({ length }) => length),
    ).toEqual([256, 256]);
  });

  it.each([
    [1_023, 1],
    [1_024, 256],
  ])('keeps 256 chunks of %i bytes as %i', (length, kept) => {
    const chunks = Array.from({ length: 256 }, () => new Uint8Array(length));
    expect(collected(...chunks).takeChunks()).toHaveLength(kept);
  });
});
