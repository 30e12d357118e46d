import fc from 'fast-check';
import { anyCharacter } from '../../../tooling/properties/any-character.js';
import { soup } from './properties.js';

/** What ends and begins the parts of a URI, and a few other characters. */
export const URI_DELIMITERS = 'aZ09:/?#@[]%41%2f%e9é😀\\ .-+&=;!~_';

const host = fc.constantFrom(
  'h.test',
  'EXAMPLE.org',
  '127.0.0.1',
  '[::1]',
  'xn--bcher-kva.test',
  'ü.test',
);
const segment = soup("abZ09-._~!$&'()*+,;=:@%20é ", 8);
/** A URI that has every part, or most. */
export const absoluteUri = fc
  .tuple(
    fc.constantFrom('http', 'HTTPS', 'https'),
    fc.option(soup('ab:%40', 4), { nil: '' }),
    host,
    fc.option(fc.integer({ min: 0, max: 65535 }), { nil: null }),
    fc.array(segment, { maxLength: 4 }),
    fc.option(soup('ab=&[]%20é "\'<>`|', 12), { nil: null }),
    fc.option(soup('ab=&[]%20é "\'<>`|', 8), { nil: null }),
  )
  .map(([scheme, user, name, port, segments, query, fragment]) =>
    [
      `${scheme}://${user === '' ? '' : `${user}@`}${name}${port === null ? '' : `:${port}`}`,
      segments.map((one) => `/${one}`).join(''),
      query === null ? '' : `?${query}`,
      fragment === null ? '' : `#${fragment}`,
    ].join(''),
  );
/** Valid URIs, soup, and anything. */
export const anyUri = fc.oneof(
  { weight: 5, arbitrary: absoluteUri },
  { weight: 3, arbitrary: soup(URI_DELIMITERS) },
  { weight: 1, arbitrary: soup('/:a', 6).map((rest) => `a:${rest}`) },
  { weight: 2, arbitrary: fc.string({ unit: anyCharacter, maxLength: 20 }) },
);

/** One `with*` of a URI and its argument. */
export const uriChange = fc.tuple(
  fc.constantFrom(
    'withScheme',
    'withHost',
    'withPath',
    'withBasePath',
    'withQuery',
    'withFragment',
    'withUserInfo',
  ),
  fc.oneof(soup(URI_DELIMITERS, 10), fc.constantFrom('', 'http', 'h.test', '//x', 'a:b', '/app/')),
);
