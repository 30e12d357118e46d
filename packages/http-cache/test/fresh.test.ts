import { expect, it } from '@jest/globals';
import { factories } from '@mortise/message';
import fc from 'fast-check';
import fresh from 'fresh';
import { numRuns } from '../../../tooling/properties/num-runs.js';
import { isNotModified } from '../src/index.js';

const tag = fc.constantFrom('"a"', 'W/"a"', '"b"', 'W/"b"');
const date = fc.constantFrom(
  'Sun, 06 Nov 1994 08:49:36 GMT',
  'Sun, 06 Nov 1994 08:49:37 GMT',
  'Sun, 06 Nov 1994 08:49:38 GMT',
);
const absent = fc.constant('');

it("a GET gets 304 exactly if the package fresh treats the client's copy as fresh", () => {
  const list = fc.array(tag, { maxLength: 3 }).map((tags) => tags.join(', '));
  const request = fc.record({
    'if-none-match': fc.oneof(absent, list, fc.constant('*')),
    'if-modified-since': fc.oneof(absent, date),
  });
  const response = fc.record({
    etag: fc.oneof(absent, tag),
    'last-modified': fc.oneof(absent, date),
  });
  fc.assert(
    fc.property(request, response, (sent, current) => {
      // Where nothing identifies the response, `*` has nothing to say about.
      fc.pre(current.etag !== '' || current['last-modified'] !== '');
      const fields: Readonly<Partial<Record<string, string>>> = sent;
      const header = (name: string) => fields[name.toLowerCase()] ?? '';
      const hasHeader = (name: string) => header(name) !== '';
      const asked = { getMethod: () => 'GET', hasHeader, getHeaderLine: header };
      const answered = factories.createResponse().withHeader('X', 'y');
      const described = Object.entries(current).reduce(
        (made, [name, value]) => (value === '' ? made : made.withHeader(name, value)),
        answered,
      );
      expect(isNotModified(asked, described)).toBe(fresh(present(sent), present(current)));
    }),
    { numRuns: numRuns() },
  );
});

function present(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ''));
}
