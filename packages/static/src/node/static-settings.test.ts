import { mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from '@jest/globals';
import { factories } from '@mortise/message';
import { errorOf } from '../../test/error-of.js';
import { ProvenPlaces } from './proven-places.js';
import type { StaticOptions } from './static-options.js';
import { staticSettings } from './static-settings.js';

const root = realpathSync(mkdtempSync(join(tmpdir(), 'settings-')));
afterAll(() => {
  rmSync(root, { recursive: true });
});

const settingsOf = (options: object = {}) => {
  const given: StaticOptions = { root, factories, ...options };
  return staticSettings(given);
};
const optionOf = (options: object) => errorOf(() => settingsOf(options));

it('the root is a path or a file: URL, such as that of the module; messages quote its address', () => {
  expect(settingsOf({ root: pathToFileURL(`${root}/`) }).root).toBe(root);
  const missing = pathToFileURL(join(root, 'missing'));
  expect(optionOf({ root: missing })).toMatchObject({
    message: `invalid staticFiles.root: received ${JSON.stringify(missing.href)}; expected a folder that exists, relative to ${process.cwd()}`,
  });
});

describe('the settings of staticFiles', () => {
  it('have these defaults', () => {
    expect(settingsOf()).toEqual({
      ...{
        root,
        prefix: '',
        index: 'index.html',
        precompressed: [],
        fallback: null,
        immutable: null,
      },
      ...{
        cacheControl: expect.any(Function),
        strongTags: false,
        now: expect.any(Function),
        cache: null,
      },
      factories: expect.any(Function),
      places: expect.any(ProvenPlaces),
      rules: { dotfiles: false, isWindows: process.platform === 'win32' },
    });
  });

  it('are those that were given', () => {
    const given = {
      ...{ prefix: '/a', index: 'home.html', precompressed: ['br', 'zstd', 'gzip'] as const },
      ...{ immutable: /a/, strongTags: true, now: () => 7 },
    };
    const settings = settingsOf({ ...given, dotfiles: true, symlinks: true });
    const now: unknown = expect.any(Function);
    expect(settings).toMatchObject({ ...given, now, places: null, rules: { dotfiles: true } });
    expect(settings.now()).toBe(7);
    expect(settingsOf({ index: false }).index).toBe(false);
  });

  it('have the real path of a root that is a link', () => {
    const link = `${root}-link`;
    symlinkSync(root, link);
    try {
      expect(settingsOf({ root: link }).root).toBe(root);
    } finally {
      rmSync(link);
    }
  });

  it('keep files in memory as configured, with bounds of 0', () => {
    expect(settingsOf({ memoryCache: {} }).cache?.maxFileBytes).toBe(65_536);
    const cache = settingsOf({
      memoryCache: { maxFileBytes: 0, maxBytes: 0, revalidateAfter: 0 },
    }).cache;
    expect(cache?.maxFileBytes).toBe(0);
    for (const name of ['maxFileBytes', 'maxBytes', 'revalidateAfter']) {
      expect(optionOf({ memoryCache: { [name]: -1 } })).toMatchObject({
        option: `staticFiles.memoryCache.${name}`,
      });
    }
  });

  it.each<[string, object]>([
    ['root', { root: 7 }],
    ['root', { root: '' }],
    ['immutable', { immutable: /a/y }],
    ...['', '.', '..', 'a/b', 'a\\b', 'a\0b', 7].map((index): [string, object] => [
      'index',
      { index },
    ]),
    ['precompressed[1]', { precompressed: ['br', 'GZIP'] }],
    ['dotfiles', { dotfiles: 0 }],
    ['prefix', { prefix: 7 }],
    ['prefix', { prefix: '/users/:id' }],
    ['prefix', { prefix: '/{tenant}' }],
    ...['createResponse', 'createStreamFromResource'].map((name): [string, object] => [
      'factories',
      { factories: { ...factories, [name]: null } },
    ]),
  ])('refuse %s of %j', (option, options) => {
    expect(optionOf(options)).toMatchObject({
      code: 'OPTION_INVALID',
      option: `staticFiles.${option}`,
    });
  });
});
