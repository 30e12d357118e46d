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
