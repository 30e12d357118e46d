import { describe, expect, it } from '@jest/globals';
import * as syntax from '../src/index.js';

const LENGTH = 262_144;
const UNITS = [
  'a',
  ' ',
  '\t',
  ',',
  ';',
  '"',
  '\\"',
  '%',
  '%41',
  '%E9',
  '::1',
  'a=b;',
  'a,',
  '[',
  '0',
];

const readers: readonly ((text: string) => unknown)[] = [
  syntax.isToken,
  syntax.isFieldValue,
  syntax.trimOws,
  syntax.splitList,
  syntax.parseMediaType,
  (text) => syntax.parseMediaType(`a/b${text}`),
  (text) => syntax.parseMediaType(`a/b;c="${text}`),
  (text) => syntax.negotiateMediaType(text, ['a/b', 'text/html;level=1']),
  (text) => syntax.negotiateEncoding(text, ['gzip', 'identity']),
  (text) => syntax.negotiateLanguage(text, ['en', 'pt-BR']),
  (text) => syntax.addVary(text, 'Origin'),
  (text) => syntax.hasEntityTag(text, '"b"', 'weak'),
  (text) => syntax.hasEntityTag(`"a", ${text}`, '"b"', 'strong'),
  syntax.parseCookies,
  syntax.decodePercent,
  syntax.decodePercentLeniently,
  syntax.encodePath,
  syntax.encodeUserInfo,
  syntax.canonicalPath,
  syntax.parseAuthority,
  (text) => syntax.parseAuthority(`[${text}]`),
  (text) => syntax.parseRequestTarget('GET', text),
  (text) => syntax.parseRequestTarget('GET', `http://${text}`),
  syntax.parseForwarded,
  (text) => syntax.parseXForwarded({ for: text, proto: text, host: text }),
  syntax.parseContentLength,
  syntax.parseHttpDate,
];

// Nothing is timed: at this length work that grows with the square would outlast any test run.
describe('every reader', () => {
  it.each(UNITS)('returns, without throwing, on 256 KiB of %j', (unit) => {
    const text = unit.repeat(LENGTH / unit.length);
    for (const read of readers) expect(() => read(text)).not.toThrow();
  });

  it.each(UNITS)('formatSetCookie refuses 256 KiB of %j', (unit) => {
    const text = unit.repeat(LENGTH / unit.length);
    expect(() => syntax.formatSetCookie('a', text)).toThrow(
      expect.objectContaining({ code: 'COOKIE_TOO_LARGE' }),
    );
  });

  it('returns on 256 KiB of distinct names', () => {
    const names = Array.from({ length: LENGTH / 8 }, (_, index) => `n${index}=v`);
    expect(Object.keys(syntax.parseCookies(names.join('; ')))).toHaveLength(names.length);
    const parameters = syntax.parseMediaType(`a/b;${names.join(';')}`)?.parameters ?? {};
    expect(Object.keys(parameters)).toHaveLength(names.length);
    expect(syntax.parseQualityList(names.join(',').replaceAll('=', ';a='))).toHaveLength(
      names.length,
    );
  });
});
