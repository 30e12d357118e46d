/** The configurations of nginx in the pages, and in the library, have the settings of the one that the example's test proves. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { nginxConfiguration } from '../../examples/library/src/operation/nginx.js';
import { declaredParts } from '../../packages/body-parsers/src/multipart/multipart-options.js';

const MEBIBYTE = 2 ** 20;
const FOLDER = new URL('../../', import.meta.url);
const proven = settingsOf(read('examples/cluster/nginx.conf'));

describe('nginx.conf of examples/cluster', () => {
  it('sends what cannot be repeated on a connection of its own', () => {
    expect(proven).toContain(
      'map $request_method $upstream { default fresh; GET kept; HEAD kept; }',
    );
    expect(proven).toContain('upstream fresh { server max_fails=0; }');
    expect(proven).toContain(
      'upstream kept { server max_fails=0; keepalive 64; keepalive_timeout 60s; }',
    );
  });
});

it('nginx of examples/library has these settings, and waits for an import as long as its handler may run', () => {
  const settings = settingsOf(nginxConfiguration(8080, [3001, 3002]));
  const waiting = (setting: string) => setting.startsWith('proxy_read_timeout ');
  expect(settings.filter((setting) => !waiting(setting))).toEqual(
    proven.filter((setting) => !waiting(setting)),
  );
  const [, seconds] = /(\d+)s/.exec(settings.find(waiting) ?? '') ?? [];
  const pages = read('examples/library/src/import/import-pages.ts');
  const [, milliseconds = ''] = /handlerTimeout: ([\d_]+)/.exec(pages) ?? [];
  expect(Number(seconds) * 1_000).toBe(Number(milliseconds.replaceAll('_', '')));
});

describe.each(['docs/recipes.md', 'docs/guides/deploy.md'])('the block of %s', (page) => {
  const [, block = ''] = /^```nginx\n(.*?)^```/ms.exec(read(page)) ?? [];

  it('has each upstream, map and setting of requests of the example', () => {
    expect(proven.length).toBeGreaterThan(15);
    expect(settingsOf(block)).toEqual(proven);
  });

  it('accepts every body that the application accepts by default', () => {
    // nginx accepts 1 MiB unless this is set; 0 is no limit.
    const [, most = 1] = /client_max_body_size (\d+)m?;/.exec(block) ?? [];
    expect(Number(most) * MEBIBYTE || Infinity).toBeGreaterThan(declaredParts({}).maxBytes);
  });
});

/** Maps and upstreams as one line each, whatever the number of servers, and the settings of the proxied location. */
function settingsOf(configuration: string): readonly string[] {
  const text = configuration.replaceAll(/#.*/g, '').replaceAll(/\s+/g, ' ');
  const oneServer = (upstream: string) =>
    upstream
      .replaceAll(/(?:server 127\.0\.0\.1:\d+ )/g, 'server ')
      .replaceAll(/(server [^;]+; )(?:\1)+/g, '$1');
  const blocks = [...text.matchAll(/(?:map \$\w+ \$\w+|upstream \w+) \{[^}]*\}/g)].map(String);
  const settings = [...text.matchAll(/proxy_(?!temp)\w+ [^;]+;/g)].map(String);
  return [...blocks.map(oneServer), ...settings].sort();
}

function read(path: string): string {
  return readFileSync(new URL(path, FOLDER), 'utf8');
}
