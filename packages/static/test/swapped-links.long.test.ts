import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { factories } from '@mortise/message';
import { staticFiles } from '../src/node/index.js';
import { createSite } from './site.js';

const SECONDS = 3;
const onLinux = process.platform === 'linux' ? describe : describe.skip;

/** Swaps a file, or a folder, of the site with a link that leads out of it, as fast as it can. */
const ATTACK = `
const { renameSync, rmSync, symlinkSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const [what, root] = [process.argv[2], process.argv[3]];
const [link, real] = [join(root, '.link'), join(root, '.real')];
for (;;) {
  if (what === 'file') {
    symlinkSync('../secret.txt', link);
    renameSync(link, join(root, 'a.txt'));
    writeFileSync(real, 'public');
    renameSync(real, join(root, 'a.txt'));
  } else {
    renameSync(join(root, 'docs'), real);
    symlinkSync('../private', join(root, 'docs'));
    rmSync(join(root, 'docs'));
    renameSync(real, join(root, 'docs'));
  }
}`;

onLinux('a link that is swapped while files are opened', () => {
  it.each([
    ['file', '/a.txt', false],
    ['folder', '/docs/b.txt', { revalidateAfter: 0 }],
  ] as const)(
    'never leaks in place of a %s: %s, memoryCache: %j',
    async (what, path, memoryCache) => {
      const site = createSite({ 'a.txt': 'public', 'docs/b.txt': 'public' });
      mkdirSync(join(site.root, '../private'));
      writeFileSync(join(site.root, '../private/b.txt'), 'secret');
      const program = join(site.root, '../attack.cjs');
      writeFileSync(program, ATTACK);
      const time = () => Date.now() + 3000;
      const layer = staticFiles({ root: site.root, factories, memoryCache, now: time });
      const texts: Record<string, number> = {};
      const ask = async (): Promise<void> => {
        const request = factories.createServerRequest('GET', `http://a.example${path}`);
        const response = await layer.process(request, {
          handle: () => factories.createResponse(404),
        });
        const text = response.getStatusCode() === 404 ? 'none' : await response.getBody().text();
        texts[text] = (texts[text] ?? 0) + 1;
      };
      const attacker = fork(program, [what, site.root], { execArgv: [] });
      const ended = once(attacker, 'exit');
      try {
        const end = performance.now() + SECONDS * 1000;
        // Longer if one of both processes was kept from running.
        while (performance.now() < end || Object.keys(texts).length < 2) {
          await Promise.all([ask(), ask(), ask(), ask()]);
          // A file that is proven and cached is read without any event.
          await setImmediate();
          expect(attacker.exitCode).toBeNull();
        }
        expect(Object.keys(texts).toSorted()).toEqual(['none', 'public']);
      } finally {
        attacker.kill('SIGKILL');
        await ended;
        site.remove();
      }
    },
  );
});
