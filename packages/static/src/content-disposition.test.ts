import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { anyCharacter } from '../../../tooling/properties/any-character.js';
import { numRuns } from '../../../tooling/properties/num-runs.js';
import { contentDisposition } from './content-disposition.js';

describe('contentDisposition', () => {
  it.each([
    ['plans.pdf', 'attachment; filename="plans.pdf"'],
    ["it's here (1).txt", `attachment; filename="it's here (1).txt"`],
    ['€ rates.txt', `attachment; filename="_ rates.txt"; filename*=UTF-8''%E2%82%AC%20rates.txt`],
    ['naïve.txt', `attachment; filename="na_ve.txt"; filename*=UTF-8''na%C3%AFve.txt`],
    ['a"b.txt', `attachment; filename="a_b.txt"; filename*=UTF-8''a%22b.txt`],
    ['50%.txt', `attachment; filename="50_.txt"; filename*=UTF-8''50%25.txt`],
    ["é'(*).txt", `attachment; filename="_'(*).txt"; filename*=UTF-8''%C3%A9%27%28%2A%29.txt`],
    ['../../etc/passwd', 'attachment; filename=".._.._etc_passwd"'],
    ['a\\b', 'attachment; filename="a_b"'],
    ['a\r\nSet-Cookie: b', 'attachment; filename="a__Set-Cookie: b"'],
    ['a\u2028b\u2029c\u0085d\x7fe\0f', 'attachment; filename="a_b_c_d_e_f"'],
    ['\ud800.txt', `attachment; filename="_.txt"; filename*=UTF-8''%EF%BF%BD.txt`],
  ])('of %j is %s', (name, value) => {
    expect(contentDisposition(name)).toBe(value);
  });

  it('is printable ASCII with two quotes, from which the name can be restored', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (name) => {
        const value = contentDisposition(name);
        expect(value).toMatch(
          /^attachment; filename="[ -~]*"(?:; filename\*=UTF-8''[\w!#$&+.^`|~%-]*)?$/,
        );
        expect(value.match(/"/g)).toHaveLength(2);
        const encoded = /UTF-8''(.*)$/.exec(value)?.[1];
        if (encoded !== undefined) expect(decodeURIComponent(encoded)).not.toMatch(/[/\\\p{Cc}]/u);
      }),
      { numRuns: numRuns() },
    );
  });
});
