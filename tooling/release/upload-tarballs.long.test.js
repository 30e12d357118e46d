import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { temporaryFolder } from '../testing/temporary-folder.js';
import { unpublished } from './published-versions.js';
import { uploadTarballs } from './upload-tarballs.js';

const scratch = temporaryFolder();
const tarballs = ['first', 'second', 'third'].map((name) => ({
  name: `@mortise-test/${name}`,
  version: '1.0.0',
  path: join(scratch, `${name}.tgz`),
}));
const settings = process.env['NPM_CONFIG_USERCONFIG'];

beforeAll(() => {
  for (const { name, version, path } of tarballs) {
    mkdirSync(join(scratch, 'package'), { recursive: true });
    writeFileSync(join(scratch, 'package', 'package.json'), JSON.stringify({ name, version }));
    execFileSync('tar', ['-czf', path, '-C', scratch, 'package']);
  }
});

afterEach(() => {
  process.env['NPM_CONFIG_USERCONFIG'] = settings;
  if (settings === undefined) delete process.env['NPM_CONFIG_USERCONFIG'];
});

describe('uploadTarballs', () => {
  it('uploads in order', async () => {
    const registry = await startRegistry({});
    await uploadTarballs(tarballs, () => undefined);
    expect(registry.uploaded).toEqual(tarballs.map(({ name }) => name));
    await registry.stop();
  });

  it('stops at a refused upload, and says in one sentence what was published', async () => {
    const registry = await startRegistry({ refused: ['@mortise-test/second'] });
    await expect(uploadTarballs(tarballs, () => undefined)).rejects.toThrow(
      /^@mortise-test\/second 1\.0\.0 was not published: .*403.*; 1 of 3 packages were, and the same command publishes the rest$/,
    );
    expect(registry.uploaded).toEqual(['@mortise-test/first']);
    await registry.stop();
  });
});

describe('unpublished', () => {
  const packages = tarballs.map(({ name, version }) => ({ name, manifest: { version } }));

  it('returns in order what the registry does not have', async () => {
    const registry = await startRegistry({ published: ['@mortise-test/first'] });
    expect(await unpublished(packages, registry.url)).toEqual(packages.slice(1));
    await registry.stop();
  });

  it('is refused, before any upload, if the registry does not say what it has', async () => {
    const registry = await startRegistry({ broken: '@mortise-test/third' });
    await expect(unpublished(packages, registry.url)).rejects.toThrow(
      `the registry ${registry.url} responds 500 for @mortise-test/third`,
    );
    await registry.stop();
  });
});

/** A registry that keeps nothing but names; npm's settings name it. */
async function startRegistry({ published = [], refused = [], broken = null }) {
  const uploaded = [];
  const server = createServer((request, response) => {
    const name = decodeURIComponent(request.url.slice(1));
    request.resume().on('end', () => {
      response.setHeader('Content-Type', 'application/json');
      if (request.method === 'PUT') {
        if (!refused.includes(name)) uploaded.push(name);
        response.statusCode = refused.includes(name) ? 403 : 201;
        return response.end('{}');
      }
      response.statusCode = name === broken ? 500 : published.includes(name) ? 200 : 404;
      response.end(JSON.stringify({ name, versions: { '1.0.0': {} } }));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${server.address().port}`;
  const file = join(scratch, 'npmrc');
  writeFileSync(file, `registry=http://${host}/\n//${host}/:_authToken=none\nfetch-retries=0\n`);
  process.env['NPM_CONFIG_USERCONFIG'] = file;
  const stop = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://${host}/`, uploaded, stop };
}
