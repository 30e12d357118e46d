import { describe, expect, it } from '@jest/globals';
import { errorOf } from '../../test/error-of.js';
import { compression, type CompressionOptions } from './index.js';

const factories = { createStreamFromResource: (): never => undefined as never };

describe('compression', () => {
  it.each<Omit<CompressionOptions, 'factories'>>([
    { codings: ['zstd', 'br', 'gzip'] },
    { codings: [] },
    { threshold: 0 },
    { level: { gzip: 0, br: 0, zstd: 1 } },
    { level: { gzip: 9, br: 11, zstd: 22 } },
  ])('accepts the options %j, whatever Node supports', (options) => {
    expect(compression({ factories, ...options })).toHaveProperty('name', 'compression');
  });

  it.each<[string, object]>([
    ['level.gzip', { level: { gzip: 10 } }],
    ['level.gzip', { level: { gzip: -1 } }],
    ['level.br', { level: { br: -1 } }],
    ['level.zstd', { level: { zstd: 0 } }],
    ['coding', { coding: ['br'] }],
    ['codings[0]', { codings: ['deflate'] }],
    ['codings', { codings: 'br' }],
    ['threshold', { threshold: -1 }],
    ['threshold', { threshold: '1kb' }],
    ['level.br', { level: { br: 12 } }],
    ['level.gzip', { level: { gzip: 1.5 } }],
    ['level.zstd', { level: { zstd: 23 } }],
    ['level.deflate', { level: { deflate: 1 } }],
    ['types', { types: /text/ }],
    ['types', { types: null }],
    ['compress', { compress: false }],
    ['factories', { factories: {} }],
  ])('refuses the option %s of %j', (option, options) => {
    const given = { factories, ...options } as CompressionOptions;
    expect(errorOf(() => compression(given))).toMatchObject({
      code: 'OPTION_INVALID',
      option: `compression.${option}`,
    });
  });
});
