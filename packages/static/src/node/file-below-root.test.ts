import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from '@jest/globals';
import { implementations } from '../../../../tooling/testing/implementations.js';
import { createSite } from '../../test/site.js';
import { withFile, withFileDownload } from './index.js';

const site = createSite({ 'a.txt': 'a', 'in/b.txt': 'b', '.c': 'c' });
afterAll(site.remove);
const { root } = site;
writeFileSync(`${root}-secret.txt`, 'secret');
site.link('out.txt', join(root, '../secret.txt'));
site.link('up', join(root, '..'));
site.link('inside.txt', join(root, 'a.txt'));

describe.each(implementations)('withFile below a root, with %s', (_, factories) => {
  const request = factories.createServerRequest('GET', '/');
  const response = factories.createResponse();
  const sent = async (path: string, from: string | URL = root) => {
    const made = await withFile(request, response, path, { root: from, factories });
    return [made.getHeaderLine('Content-Type'), await made.getBody().text()];
  };

  it.each([
    ['a.txt', 'a'],
    ['in/b.txt', 'b'],
    ['inside.txt', 'a'],
  ])('sends a file of the folder: %s', async (path, content) => {
    expect(await sent(path)).toEqual(['text/plain; charset=utf-8', content]);
  });

  it.each([
    ['one above', '../secret.txt'],
    ['one above, from a folder', 'in/../../secret.txt'],
    ['one beside, whose name begins like that of the folder', '../public-secret.txt'],
    ['one of the folder, with a detour', 'in/../a.txt'],
    ['an absolute path', join(root, '../secret.txt')],
    ['the absolute path of one in the folder', join(root, 'a.txt')],
    ['a backslash', '..\\secret.txt'],
    ['a hidden one', '.c'],
    ['NUL', 'a.txt\0'],
    ['nothing', ''],
    ['a folder', 'in'],
    ['a folder with its slash', 'in/'],
    ['an empty segment', 'in//b.txt'],
    ['a link that leads out', 'out.txt'],
    ['a folder that is such a link', 'up/secret.txt'],
    ['none that exists', 'none.txt'],
  ])('finds no file for %s', async (_name, path) => {
    await expect(sent(path)).rejects.toMatchObject({ code: 'FILE_NOT_FOUND', status: 404 });
  });

  it('takes the folder as a URL, or relative to the working directory', async () => {
    const folders = [pathToFileURL(root), relative(process.cwd(), root)];
    for (const folder of folders) expect((await sent('a.txt', folder))[1]).toBe('a');
  });

  it.each([
    ['a file', join(root, 'a.txt')],
    ['none that exists', join(root, 'none')],
    ['an empty path', ''],
  ])('refuses %s as the folder', async (_name, from) => {
    await expect(sent('a.txt', from)).rejects.toMatchObject({
      code: 'OPTION_INVALID',
      option: 'withFile.root',
    });
  });

  it('applies to downloads', async () => {
    const options = { root, factories };
    const saved = await withFileDownload(request, response, 'in/b.txt', options);
    expect(saved.getHeaderLine('Content-Disposition')).toBe('attachment; filename="b.txt"');
    const outside = withFileDownload(request, response, '../secret.txt', options);
    await expect(outside).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
  });
});
