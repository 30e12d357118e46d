import {
  chmodSync,
  closeSync,
  fstatSync,
  linkSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { factories } from '@mortise/message';
import { createSite } from '../../test/site.js';
import { staticFiles } from './index.js';
import type { MemoryCacheOptions } from './memory-cache.js';
import { ProvenPlaces } from './proven-places.js';

let site: ReturnType<typeof createSite>;
beforeEach(() => {
  site = createSite({ 'a.txt': 'public', 'docs/b.txt': 'docs', 'other/b.txt': 'other' });
  mkdirSync(join(site.root, '../private'));
  writeFileSync(join(site.root, '../private/b.txt'), 'private');
});
afterEach(() => {
  site.remove();
});

describe.each([
  ['not kept in memory', false],
  ['kept in memory, and checked for each request', { revalidateAfter: 0 }],
] as const)('a path that was served before, %s,', (_name, memoryCache) => {
  it.each([
    ['a file', 'link', 'a.txt', '../secret.txt', '/link'],
    ['a folder', 'link', 'docs', '../private', '/link/b.txt'],
  ])('is no file once its link to %s leads out of the root', async (_, link, from, to, path) => {
    const client = visitor(memoryCache);
    relink(link, from);
    const tag = await client.tagOf(path);
    relink(link, to);
    expect([await client.status(path), await client.status(path, tag)]).toEqual([404, 404]);
    relink(link, from);
    expect(await client.status(path, tag)).toBe(304);
  });

  it('has another tag and text once its link leads to another file of the root', async () => {
    const client = visitor(memoryCache);
    relink('link', 'docs');
    const tag = await client.tagOf('/link/b.txt');
    relink('link', 'other');
    expect(await client.status('/link/b.txt', tag)).toBe(200);
    expect(await client.textOf('/link/b.txt')).toBe('other');
  });

  it('has another tag and text after its file was written or replaced', async () => {
    const client = visitor(memoryCache);
    const tag = await client.tagOf('/a.txt');
    writeFileSync(join(site.root, 'a.txt'), 'written');
    expect(await client.status('/a.txt', tag)).toBe(200);
    const second = await client.tagOf('/a.txt');
    writeFileSync(join(site.root, 'new.txt'), 'replaced');
    renameSync(join(site.root, 'new.txt'), join(site.root, 'a.txt'));
    expect(await client.status('/a.txt', second)).toBe(200);
    expect(await client.textOf('/a.txt')).toBe('replaced');
  });

  it('is no file after its file was deleted, or moved out with a link left in its place', async () => {
    const client = visitor(memoryCache);
    const [first, second] = [await client.tagOf('/a.txt'), await client.tagOf('/docs/b.txt')];
    rmSync(join(site.root, 'a.txt'));
    expect(await client.status('/a.txt', first)).toBe(404);
    renameSync(join(site.root, 'docs/b.txt'), join(site.root, '../private/moved.txt'));
    relink('docs/b.txt', '../../private/moved.txt');
    expect(await client.status('/docs/b.txt', second)).toBe(404);
  });

  it('is no file at the latest ten seconds after its folder was moved out with a link left in its place', async () => {
    const client = visitor(memoryCache);
    const tag = await client.tagOf('/docs/b.txt');
    renameSync(join(site.root, 'docs'), join(site.root, '../private/docs'));
    relink('docs', '../private/docs');
    client.wait(10_000);
    expect([await client.status('/docs/b.txt', tag), await client.status('/docs/b.txt')]).toEqual([
      404, 404,
    ]);
  });

  it('is no file if it changes after its folder was moved out, without any delay', async () => {
    const client = visitor(memoryCache);
    await client.tagOf('/docs/b.txt');
    renameSync(join(site.root, 'docs'), join(site.root, '../private/docs'));
    relink('docs', '../private/docs');
    writeFileSync(join(site.root, '../private/docs/b.txt'), 'private by now');
    expect(await client.status('/docs/b.txt')).toBe(404);
  });

  it('is checked again when the clock goes back', async () => {
    const client = visitor(memoryCache);
    await client.tagOf('/docs/b.txt');
    renameSync(join(site.root, 'docs'), join(site.root, '../private/docs'));
    relink('docs', '../private/docs');
    client.wait(-1);
    expect(await client.status('/docs/b.txt')).toBe(404);
  });
});

describe.each([
  ['not kept in memory', false],
  ['kept in memory', {}],
] as const)('a file that was sent before, %s,', (_name, memoryCache) => {
  it.each(['', 'br'])('has the headers of its first response again: %j', async (coding) => {
    site.write('a.txt.br', 'brotli');
    const time = Date.now() + 3000;
    const layer = staticFiles({
      ...{ root: site.root, factories, memoryCache, now: () => time },
      ...{ cacheControl: 'no-cache', precompressed: ['br'] as const, strongTags: true },
    });
    const headersOf = async (tag: string) => {
      const request = factories
        .createServerRequest('GET', 'http://a.example/a.txt')
        .withHeader('Accept-Encoding', coding)
        .withHeader('If-None-Match', tag);
      const response = await layer.process(request, { handle: () => factories.createResponse() });
      await response.getBody().text();
      return { status: response.getStatusCode(), ...response.getHeaders() };
    };
    const first = await headersOf('"other"');
    const same = { 'Cache-Control': ['no-cache'], Vary: ['Accept-Encoding'] };
    expect(first).toMatchObject({ status: 200, ...same });
    expect(await headersOf('"other"')).toEqual(first);
    const [tag = ''] = 'ETag' in first ? (first.ETag as readonly string[]) : [];
    expect(tag).toMatch(/^"/);
    expect(await headersOf(tag)).toEqual({
      ...{ status: 304, ...same, ETag: [tag] },
    });
  });
});

it('a file that was sent before is refused with 412 to a client that has another, and the tag of this one', async () => {
  const client = visitor(false);
  const tag = await client.tagOf('/a.txt');
  await expect(client.status('/a.txt', tag, { 'If-Match': '"other"' })).rejects.toMatchObject({
    code: 'PRECONDITION_FAILED',
  });
  expect(await client.status('/a.txt', tag)).toBe(304);
});

it.each<[string, string, number]>([
  ['without an index is passed to the next layer', '/docs', 404],
  ['with an index is redirected', '/guide', 308],
])(
  'a folder that was requested before, %s, whatever date the client has',
  async (_, path, status) => {
    site.write('guide/index.html', 'guide');
    const client = visitor(false);
    expect(await client.status(path)).toBe(status);
    const later = new Date(Date.now() + 60_000).toUTCString();
    expect(await client.status(path, undefined, { 'If-Modified-Since': later })).toBe(status);
    expect(await client.status(path, '*')).toBe(status);
  },
);

describe('ProvenPlaces', () => {
  const place = () => join(site.root, 'a.txt');

  it('knows an unchanged file that it has found in the root', async () => {
    const { places } = proven();
    expect(places.stat(place())).toBeNull();
    expect(await contains(places, place())).toBe(true);
    expect(places.stat(place())?.ino).toBe(statSync(place()).ino);
  });

  it('does not trust the times of a file that was changed less than two seconds ago', async () => {
    const { places, wait } = proven(() => statSync(place()).ctimeMs + 2000);
    await contains(places, place());
    expect(places.stat(place())).toBeNull();
    wait(1);
    await contains(places, place());
    expect(places.stat(place())).not.toBeNull();
  });

  it.each<[string, () => void]>([
    [
      'its permissions changed',
      () => {
        chmodSync(place(), 0o640);
      },
    ],
    [
      'it got another name',
      () => {
        linkSync(place(), join(site.root, 'b.txt'));
      },
    ],
    [
      'it was deleted',
      () => {
        rmSync(place());
      },
    ],
  ])('knows a file no more once %s', async (_, change) => {
    const { places } = proven();
    await contains(places, place());
    change();
    expect(places.stat(place())).toBeNull();
  });

  it('knows a file for less than ten seconds, and not before it was found', async () => {
    const time = Date.now() + 3000;
    const { places, wait } = proven(() => time);
    await contains(places, place());
    wait(9_999);
    expect(places.stat(place())).not.toBeNull();
    wait(1);
    expect(places.stat(place())).toBeNull();
    wait(-9_999);
    expect(places.stat(place())).toBeNull();
  });

  it('has the root itself in the root, but not what only begins with its name', async () => {
    const { places } = proven();
    expect(await contains(places, site.root)).toBe(true);
    mkdirSync(`${site.root}-too`);
    expect(await contains(places, `${site.root}-too`)).toBe(false);
  });

  it('has every file in the root of the file system', async () => {
    const places = new ProvenPlaces('/', Date.now);
    expect(await contains(places, place())).toBe(true);
  });

  it('has no file in the root that was opened outside it, whatever its path leads to meanwhile', async () => {
    const { places } = proven();
    const outside = join(site.root, '../secret.txt');
    expect(await contains(places, place(), outside)).toBe(false);
    expect(places.stat(place())).toBeNull();
  });

  it('has a file in the root that was deleted after it was opened', async () => {
    const { places } = proven();
    const descriptor = openSync(place(), 'r');
    rmSync(place());
    expect(await places.contains(place(), fstatSync(descriptor), descriptor)).toBe(true);
    closeSync(descriptor);
  });

  describe('where the system does not say where an open file is', () => {
    const blind = () => new ProvenPlaces(site.root, () => Date.now() + 3000, false);

    it('has a file in the root if its real path is there, and remembers nothing', async () => {
      const places = blind();
      expect(await contains(places, place())).toBe(true);
      expect(await contains(places, site.root)).toBe(true);
      expect(await contains(places, join(site.root, '../secret.txt'))).toBe(false);
      expect(places.stat(place())).toBeNull();
    });

    it('has no file in the root that is not the one that was opened', async () => {
      const places = blind();
      const { dev, ino } = statSync(place());
      const mixed = [
        statSync(join(site.root, 'docs/b.txt')),
        Object.assign(statSync(place()), { dev: dev + 1 }),
        Object.assign(statSync(place()), { ino: ino + 1 }),
      ];
      for (const stats of mixed) expect(await places.contains(place(), stats, -1)).toBe(false);
    });
  });

  it('knows nothing of a file outside the root', async () => {
    const { places } = proven();
    const outside = join(site.root, '../secret.txt');
    expect(await contains(places, outside)).toBe(false);
    expect(places.stat(outside)).toBeNull();
  });

  it('knows 4,096 paths, and forgets the oldest', async () => {
    const { places } = proven();
    const paths = Array.from(
      { length: 4097 },
      (_, index) => `${site.root}${'/'.repeat(1 + (index % 64))}${'./'.repeat(index / 64)}a.txt`,
    );
    const stats = statSync(place());
    for (const path of paths) await contains(places, path);
    const [first = '', second = ''] = paths;
    expect([places.stat(first), places.stat(second)?.ino]).toEqual([null, stats.ino]);
  });
});

/** Points a link elsewhere, like a deployment does. */
function relink(name: string, target: string): void {
  const path = join(site.root, name);
  symlinkSync(target, `${path}.new`);
  renameSync(`${path}.new`, path);
}

/** A clock three seconds ahead: the files of the site are old enough. */
function clock(start: () => number = () => Date.now() + 3000) {
  let added = 0;
  const wait = (ms: number) => {
    added += ms;
  };
  return { now: () => start() + added, wait };
}

/** Whether a file is in the root, as `OpenFile` asks it. @param opened the file that was opened in its place */
async function contains(places: ProvenPlaces, path: string, opened = path): Promise<boolean> {
  const descriptor = openSync(opened, 'r');
  try {
    return await places.contains(path, fstatSync(descriptor), descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function proven(start?: () => number) {
  const { now, wait } = clock(start);
  return { places: new ProvenPlaces(site.root, now), wait };
}

function visitor(memoryCache: false | MemoryCacheOptions) {
  const time = Date.now() + 3000;
  const { now, wait } = clock(() => time);
  const layer = staticFiles({ root: site.root, factories, memoryCache, now });
  const get = async (
    path: string,
    tag?: string,
    headers: Readonly<Record<string, string>> = {},
  ) => {
    let request = factories.createServerRequest('GET', `http://a.example${path}`);
    for (const [name, value] of Object.entries(headers)) request = request.withHeader(name, value);
    return layer.process(tag === undefined ? request : request.withHeader('If-None-Match', tag), {
      handle: () => factories.createResponse(404),
    });
  };
  const textOf = async (path: string) => (await get(path)).getBody().text();
  return {
    wait,
    textOf,
    tagOf: async (path: string) => {
      await textOf(path);
      return (await get(path)).getHeaderLine('ETag');
    },
    status: async (...asked: Parameters<typeof get>) => (await get(...asked)).getStatusCode(),
  };
}
