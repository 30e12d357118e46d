import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { createApp } from 'mortise';
import { overSocket, type TestClient } from 'mortise/testing';
import { growth } from '../../../tooling/testing/growth.js';
import { contentDisposition, filePath, parseRange } from '../src/index.js';
import { staticFiles } from '../src/node/index.js';
import { createSite } from './site.js';

const KIB_16 = 16_000;
const site = createSite({ 'a.txt': '0123456789', 'app.js': 'plain', 'app.js.br': 'brotli' });
const clients: TestClient[] = [];
afterEach(() => Promise.all(clients.splice(0).map((client) => client.close())));
afterAll(site.remove);

function clientOf(): TestClient {
  const app = createApp();
  app.add(
    staticFiles({ root: site.root, factories: app.factories, precompressed: ['br', 'gzip'] }),
  );
  app.addErrorMiddleware(false, false, false);
  const client = overSocket(app);
  clients.push(client);
  return client;
}

describe('a request for a file with 16 KiB of', () => {
  it.each([
    ['Range', '0-0,', 'bytes='],
    ['Range', ',', 'bytes='],
    ['Range', '-', 'bytes='],
    ['Range', '9', 'bytes=0-'],
    ['Range', '9', 'bytes='],
    ['Range', ' ', 'bytes=0-1'],
    ['Range', '0-1, 2-', 'bytes='],
    ['If-Range', '"', ''],
    ['If-None-Match', '"a",', ''],
    ['If-Match', 'W/', ''],
    ['Accept-Encoding', 'br,', ''],
    ['Accept-Encoding', 'br;q=0.1;', ''],
    ['Accept-Encoding', ',', ''],
  ])('%s: %j gets a response', async (name, piece, begin) => {
    const client = clientOf();
    const value = `${begin}${piece.repeat(KIB_16 / piece.length)}`.trim();
    for (const path of ['/a.txt', '/app.js']) {
      const response = await client.get(path, { headers: { [name]: value } });
      expect([200, 206, 304, 412, 416]).toContain(response.getStatusCode());
    }
  });

  it.each(['a', '%61', '../', '%2e%2e%2f', '..%5c', './', '/', '%', '%00', '%C3', '.'])(
    'the path %j is not found',
    async (piece) => {
      const response = await clientOf().get(`/${piece.repeat(7_500 / piece.length)}`);
      expect([400, 404, 414]).toContain(response.getStatusCode());
    },
  );
});

it('ranges that overlap in every order never send more than the file', async () => {
  const client = clientOf();
  for (const range of [
    '0-,0-,0-,0-,0-,0-,0-,0-,0-,0-',
    '9-,8-,7-,6-,5-,4-,3-,2-,1-,0-',
    '-1,-2,-3,-9',
  ]) {
    const response = await client.get('/a.txt', { headers: { Range: `bytes=${range}` } });
    expect(response.getStatusCode()).toBe(206);
    expect((await response.getBody().text()).length).toBeLessThanOrEqual(10);
  }
});

const RULES = { dotfiles: false, isWindows: true };

it.each<[string, (size: number) => string, (text: string) => unknown]>([
  ['a path', (size) => `/${'a%2e/'.repeat(size)}`, (path) => filePath(path, RULES)],
  ['a path of dots', (size) => `/${'.'.repeat(size)}`, (path) => filePath(path, RULES)],
  ['ranges', (size) => `bytes=${'0-0,'.repeat(size)}`, (range) => parseRange(range, 10)],
  ['digits', (size) => `bytes=0-${'9'.repeat(size)}x`, (range) => parseRange(range, 10)],
  ['spaces', (size) => `bytes=0-1${' '.repeat(size)}x`, (range) => parseRange(range, 10)],
  ['a name', (size) => 'é"%/'.repeat(size), contentDisposition],
])('takes time linear in the length to read %s', async (_, inputOf, read) => {
  expect(await growth(inputOf, read, 5_000)).toBeLessThan(10);
});
