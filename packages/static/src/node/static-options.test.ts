import { describe, expect, it } from '@jest/globals';
import { factories } from '@mortise/message';
import { errorOf } from '../../test/error-of.js';
import { staticFiles, type StaticOptions } from './index.js';

describe('the options of staticFiles', () => {
  it.each<[string, object]>([
    ['folder', { folder: '.' }],
    ['root', { root: undefined }],
    ['root', { root: 'no-such-folder' }],
    ['root', { root: 'package.json' }],
    ['root', { root: new URL('https://example.com/public') }],
    ['root', { root: new URL('no-such-folder', import.meta.url) }],
    ['factories', { factories: {} }],
    ['prefix', { prefix: 'assets' }],
    ['prefix', { prefix: '/a/../b' }],
    ['index', { index: 'a/b.html' }],
    ['index', { index: '..' }],
    ['index', { index: true }],
    ['precompressed', { precompressed: 'br' }],
    ['precompressed[0]', { precompressed: ['deflate'] }],
    ['cacheControl', { cacheControl: 'a\r\nb' }],
    ['cacheControl', { cacheControl: 60 }],
    ['immutable', { immutable: '.js' }],
    ['immutable', { immutable: /a/g }],
    ['dotfiles', { dotfiles: 'allow' }],
    ['symlinks', { symlinks: 1 }],
    ['strongTags', { strongTags: 'yes' }],
    ['memoryCache', { memoryCache: 7 }],
    ['memoryCache.maxFiles', { memoryCache: { maxFiles: 1 } }],
    ['memoryCache.maxBytes', { memoryCache: { maxBytes: -1 } }],
    ['now', { now: 7 }],
  ])('refuses %s of %j', (option, options) => {
    const given = { root: '.', factories, ...options } as unknown as StaticOptions;
    const error = errorOf(() => staticFiles(given));
    expect(error).toMatchObject({ code: 'OPTION_INVALID', option: `staticFiles.${option}` });
  });
});

it('staticFiles is listed under its name, and neither catches nor reads errors', () => {
  const layer = staticFiles({ root: '.', factories });
  expect(layer.name).toBe('staticFiles');
});
