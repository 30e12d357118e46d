import { describe, expect, it } from '@jest/globals';
import { isCompressible } from './compressible.js';

describe('isCompressible', () => {
  it.each([
    ...['', 'ld+', 'manifest+', 'x+'].map((prefix) => `application/${prefix}json`),
    ...[
      'json5',
      'graphql',
      'javascript',
      'x-javascript',
      'ecmascript',
      'xml',
      'xml-dtd',
      'rtf',
    ].map((name) => `application/${name}`),
    ...['x-ndjson', 'x-www-form-urlencoded', 'yaml', 'toml', 'wasm', 'vnd.ms-fontobject'].map(
      (name) => `application/${name}`,
    ),
    ...['json', 'xml', 'text', 'yaml'].map((suffix) => `model/a+${suffix}`),
    ...['font/otf', 'font/ttf', 'font/collection', 'image/bmp', 'image/svg+xml', 'image/x-icon'],
    ...['image/vnd.microsoft.icon', 'text/x'],
  ])('is true of the type %s', (type) => {
    expect(isCompressible(type)).toBe(true);
  });

  it.each([
    'text/html',
    'Text/HTML; charset=utf-8',
    'text/event-stream',
    'application/json',
    'application/problem+json',
    'application/ld+json ; a=b',
    'application/javascript',
    'image/svg+xml',
    'application/wasm',
    'font/ttf',
  ])('is true of %s', (type) => {
    expect(isCompressible(type)).toBe(true);
  });

  it.each([
    '',
    'text/',
    'image/png',
    'image/webp',
    'video/mp4',
    'font/woff2',
    'application/zip',
    'application/gzip',
    'application/octet-stream',
    'application/jsonx',
    'xapplication/json',
    'multipart/byteranges; boundary=text/html',
  ])('is false of %j', (type) => {
    expect(isCompressible(type)).toBe(false);
  });
});
