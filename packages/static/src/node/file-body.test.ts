import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { createSite } from '../../test/site.js';
import { FileBody } from './file-body.js';
import { OpenFile } from './open-file.js';

it('a body that was cancelled has no more bytes', async () => {
  const site = createSite({ 'a.txt': '0123456789' });
  const file = await OpenFile.at(join(site.root, 'a.txt'), null);
  const body = new FileBody(file as OpenFile, [{ start: 0, end: 9 }]);
  await body.return();
  expect(await body.next()).toEqual({ done: true, value: undefined });
  site.remove();
});

describe('a body whose file cannot be read', () => {
  it('fails with the error, and closes the file', async () => {
    // No real file fails only after it was opened.
    let closed = 0;
    const read = () => Promise.reject(new Error('EIO'));
    const file = { read, close: () => closed++ } as unknown as OpenFile;
    await expect(new FileBody(file, [{ start: 0, end: 9 }]).next()).rejects.toThrow('EIO');
    expect(closed).toBe(1);
  });
});

it('a body gives its parts in order, bytes and ranges, and is not done before', async () => {
  const site = createSite({ 'a.txt': '0123456789' });
  const file = await OpenFile.at(join(site.root, 'a.txt'), null);
  const body = new FileBody(file as OpenFile, [Buffer.from('<'), { start: 2, end: 4 }]);
  const steps = [await body.next(), await body.next(), await body.next()];
  expect(steps.map(({ done, value }) => [done, value?.toString()])).toEqual([
    [false, '<'],
    [false, '234'],
    [true, undefined],
  ]);
  site.remove();
});

it('a body reads a range to its last byte, however few bytes each read gives, and closes the file', async () => {
  const asked: (readonly [number, number])[] = [];
  const closed: number[] = [];
  // No real file gives one byte at a time.
  const file = {
    read: (position: number, length: number) => {
      asked.push([position, length]);
      return Promise.resolve(Uint8Array.of(position));
    },
    close: () => closed.push(asked.length),
  } as unknown as OpenFile;
  const bytes: number[] = [];
  for await (const chunk of new FileBody(file, [{ start: 5, end: 7 }])) bytes.push(...chunk);
  expect(bytes).toEqual([5, 6, 7]);
  expect(asked).toEqual([
    [5, 3],
    [6, 2],
    [7, 1],
  ]);
  expect(closed).toEqual([3]);
});

it('a body whose file became shorter ends, without its other parts, and closes the file', async () => {
  let closed = 0;
  const read = () => Promise.resolve(new Uint8Array());
  const file = { read, close: () => closed++ } as unknown as OpenFile;
  const body = new FileBody(file, [{ start: 0, end: 9 }, Buffer.from('>')]);
  expect([await body.next(), closed]).toEqual([{ done: true, value: undefined }, 1]);
  expect(await body.next()).toEqual({ done: true, value: undefined });
});
