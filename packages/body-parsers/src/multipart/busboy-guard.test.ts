import { expect, it, jest } from '@jest/globals';
import { Writable } from 'node:stream';

it('a busboy with other inner parts than the one that is known fails at once, by name', async () => {
  // Another version cannot be installed beside the one that is pinned.
  jest.unstable_mockModule('busboy', () => ({ default: () => new Writable() }));
  const { multipartParts } = await import('./index.js');
  expect(() => multipartParts(nothing(), 'multipart/form-data; boundary=x')).toThrow(
    'the inner parts of busboy are not those of 1.6',
  );
});

async function* nothing(): AsyncGenerator<Uint8Array> {
  yield* await Promise.resolve([]);
}
