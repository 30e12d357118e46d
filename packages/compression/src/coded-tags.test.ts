import { describe, expect, it } from '@jest/globals';
import { implementations } from '../../../tooling/testing/implementations.js';
import { CSP_NONCE_USED, FLASH_SHOWN } from '@mortise/base/keys';
import { isStored, withListedTag, withPlainTags } from './coded-tags.js';
import type { Coding } from './compression-plan.js';

const DATE = 'Thu, 01 Jan 1970 00:00:00 GMT';
const ALL: readonly Coding[] = ['br', 'gzip'];

describe.each(implementations)('tags of codings, with %s', (_name, factories) => {
  const requestWith = (headers: Readonly<Record<string, string>>, method = 'GET') =>
    Object.entries(headers).reduce(
      (request, [name, value]) => request.withHeader(name, value),
      factories.createServerRequest(method, 'http://a.test/'),
    );

  it.each([CSP_NONCE_USED, FLASH_SHOWN])(
    'the client has a response by its tag, unless its content was made for one request: %s',
    (key) => {
      const request = requestWith({ 'If-None-Match': '"7-gzip"' });
      const response = factories.createResponse(200).withHeader('ETag', '"7-gzip"');
      expect(isStored(request, response)).toBe(true);
      request.getLifetime().setValue(key, true);
      expect(isStored(request, response)).toBe(false);
    },
  );

  it.each([
    ['"7"', '"7"'],
    ['"7-gzip"', '"7-gzip", "7"'],
    ['"a-b", "7-gzip"', '"a-b", "7-gzip", "7"'],
    ['"7-br", "8", "9-gzip"', '"7-br", "7", "8", "9-gzip", "9"'],
    ['W/"7-gzip", "8-br"', 'W/"7-gzip", "8-br", "8"'],
    ['W/"7-gzip"', 'W/"7-gzip"'],
    ['"7-zstd"', '"7-zstd"'],
    ['"7-gzip', '"7-gzip'],
    ['"7-gzip" "8"', '"7-gzip" "8"'],
    ['*', '*'],
  ])('If-Match %s is read as %s, whatever the client accepts', (sent, read) => {
    for (const accepted of ['br', 'identity']) {
      const request = requestWith({ 'If-Match': sent, 'Accept-Encoding': accepted });
      expect(withPlainTags(request, ALL, false).getHeader('If-Match')).toEqual([read]);
    }
  });

  it.each([
    ['"7-gzip"', 'gzip', '"7-gzip", "7"'],
    ['"7-gzip"', 'br', '"7-gzip"'],
    ['"a-b", "7-br", "7-gzip"', 'gzip', '"a-b", "7-br", "7-gzip", "7"'],
    ['"7-br", "8-gzip"', 'br, gzip', '"7-br", "7", "8-gzip", "8"'],
    ['"7-gzip"', 'gzip;q=0', '"7-gzip"'],
    ['W/"7-gzip"', 'gzip', 'W/"7-gzip", W/"7"'],
    ['W/"7-gzip"', 'br', 'W/"7-gzip"'],
    ['"7-gzip", bad', 'gzip', '"7-gzip", bad'],
  ])('If-None-Match %s of a client that accepts %s is read as %s', (sent, accepted, read) => {
    const request = requestWith({ 'If-None-Match': sent, 'Accept-Encoding': accepted });
    expect(withPlainTags(request, ALL, false).getHeader('If-None-Match')).toEqual([read]);
  });

  it.each([
    ['"7"', '"7"'],
    ['"7-gzip"', '"7-gzip", "7"'],
    ['W/"7-br", "8"', 'W/"7-br", W/"7", "8"'],
    ['"7-gzip", bad', '"7-gzip", "7", "7-gzip", bad'],
    ['"7-gzip" "8-br"', '"7-gzip", "7", "7-gzip" "8-br"'],
    ['bad, "7-gzip"', 'bad, "7-gzip"'],
    ['"7", b-ad', '"7", b-ad'],
    ['"7-zstd"', '"7-zstd"'],
  ])(
    'If-None-Match %s of a method that writes is read as %s, whatever the client accepts',
    (...row) => {
      for (const accepted of ['br', 'gzip', 'identity']) {
        const headers = { 'If-None-Match': row[0], 'Accept-Encoding': accepted };
        const read = withPlainTags(requestWith(headers, 'PUT'), ALL, false);
        expect(read.getHeaderLine('If-None-Match')).toBe(row[1]);
      }
    },
  );

  it.each<[string, string, Coding | null, string]>([
    ['"7-gzip", "7-br"', 'gzip;q=0.5, br', 'br', '"7-br"'],
    ['"7-br", "7-gzip"', 'gzip, br;q=0.5', 'gzip', '"7-gzip"'],
    ['"7", "7-gzip"', 'gzip, br', 'br', '"7-gzip"'],
    ['"7-br", "7"', 'gzip', 'gzip', '"7"'],
    ['W/"7", "7"', 'gzip', 'gzip', '"7"'],
    ['W/"7"', 'gzip', 'gzip', 'W/"7"'],
    ['W/"7-gzip"', 'gzip, br', 'br', 'W/"7-gzip"'],
    ['W/"7", W/"7-gzip"', 'gzip', 'gzip', 'W/"7-gzip"'],
    ['W/"7-gzip", "7"', 'gzip', 'gzip', '"7"'],
    ['W/"7-br"', 'gzip', 'gzip', '"7-gzip"'],
    ['*', 'gzip', 'gzip', '"7-gzip"'],
    ['*', 'gzip', null, '"7"'],
  ])(
    'a 304 to %s of a client that accepts %s (%s) has the tag %s',
    (sent, accepted, chosen, tag) => {
      const request = requestWith({ 'If-None-Match': sent, 'Accept-Encoding': accepted });
      const response = factories.createResponse(304).withHeader('ETag', '"7"');
      expect(withListedTag(request, response, ALL, chosen).getHeaderLine('ETag')).toBe(tag);
    },
  );

  it('a 304 of a file that is stored compressed keeps its tag', () => {
    const request = requestWith({ 'If-None-Match': '*', 'Accept-Encoding': 'br' });
    const response = factories.createResponse(304).withHeader('ETag', '"7-br"');
    expect(withListedTag(request, response, ALL, 'br').getHeaderLine('ETag')).toBe('"7-br"');
  });

  it.each([
    [{}, 'bytes=0-1'],
    [{ 'If-Match': '"7"' }, 'bytes=0-1'],
    [{ 'If-None-Match': '"7-gzip"' }, 'bytes=0-1'],
    [{ 'If-Match': '"7-gzip"' }, ''],
    [{ 'If-Unmodified-Since': DATE }, ''],
    [{ 'If-Unmodified-Since': DATE, 'Accept-Encoding': 'identity' }, 'bytes=0-1'],
    [{ 'If-Modified-Since': DATE }, 'bytes=0-1'],
    [{ 'If-Range': DATE }, ''],
    [{ 'If-Range': DATE, 'Accept-Encoding': 'identity' }, 'bytes=0-1'],
    [{ 'If-Range': '"7"' }, 'bytes=0-1'],
    [{ 'If-Range': 'tomorrow' }, 'bytes=0-1'],
  ])('Range stays unless it can continue a copy with a coding: %j', (headers, range) => {
    const request = requestWith({ Range: 'bytes=0-1', 'Accept-Encoding': 'gzip', ...headers });
    expect(withPlainTags(request, ALL, false).getHeaderLine('Range')).toBe(range);
  });

  it('a 304 with a weak tag keeps it, even for a client that lists one with a suffix', () => {
    const request = requestWith({ 'If-None-Match': 'W/"7-gzip"', 'Accept-Encoding': 'gzip' });
    const response = factories.createResponse(304).withHeader('ETag', 'W/"7"');
    expect(withListedTag(request, response, ALL, 'gzip').getHeaderLine('ETag')).toBe('W/"7"');
  });
});
