import { join } from 'node:path';
import { expect, it } from '@jest/globals';
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
