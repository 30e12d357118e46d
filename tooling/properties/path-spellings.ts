import fc from 'fast-check';

/** Segments that guards of tests refuse: with characters that may stand raw, and some that may not. */
export const GUARDED = ['admin', '@p;q=1', "a+b!$&'()*,:", 'é b', '~x.y', '[z]'] as const;

/** What a client can add to a path to confuse its readers. */
const ADDITIONS = [
  ...['/', '//', '/./', '/../', '/x/../', '/..;/', '\\', ';', ';a=b', '?', '?a=/', '#', '.', '..'],
  ...[
    '%2F',
    '%2f',
    '%5C',
    '%2e',
    '%2E%2e/',
    '%252F',
    '%2525',
    '%00',
    '%0a',
    '%20',
    '+',
    '%3F',
    '%23',
  ],
  ...['%c0%af', '%C1%A1', '%u0061', '%', '%4', '*', '~', 'http://h'],
];

/** One character as it is, or escaped in lower or upper case, or escaped twice. */
function spelled(character: string, way: number): string {
  // Raw, these end the path or the request line.
  const isRaw = /[!$&'()*+,;=:@\w./~-]/.test(character);
  if (way === 0 && isRaw) return character;
  const escape = [...new TextEncoder().encode(character)]
    .map((byte) => `%${byte.toString(16).padStart(2, '0')}`)
    .join('');
  if (way === 1) return escape;
  return way === 2 ? escape.toUpperCase() : escape.replaceAll('%', '%25');
}

const ways = fc.array(fc.constantFrom(0, 0, 1, 2, 2, 3), { minLength: 40, maxLength: 40 });
const additions = fc.array(fc.tuple(fc.nat(40), fc.constantFrom(...ADDITIONS)), { maxLength: 3 });

/**
 * Draws request targets that resemble the path of a file below a guarded segment: `/%61dmin/f.txt`, `/admin//f%2Etxt`.
 * Some are spellings of it, others are not.
 *
 * @param prefix before the guarded segment, such as `/m`
 */
export function pathSpellings(prefix = ''): fc.Arbitrary<string> {
  return fc.tuple(fc.constantFrom(...GUARDED), ways, additions).map(([segment, drawn, added]) => {
    const characters = Array.from(`${prefix}/${segment}/f.txt`);
    const parts = characters.map((character, at) =>
      // A slash is a separator: its escape is not.
      character === '/' ? character : spelled(character, drawn[at] ?? 0),
    );
    for (const [at, text] of added) parts.splice(at % (parts.length + 1), 0, text);
    const path = parts.join('');
    return path.startsWith('/') ? path : `/${path}`;
  });
}

/** Whether a reader that splits a path and decodes its segments finds a file below a guarded segment. */
export function isGuarded(path: string): boolean {
  const [first, segment = ''] = path.split('/');
  if (first !== '') return false;
  try {
    return (GUARDED as readonly string[]).includes(decodeURIComponent(segment));
  } catch {
    return false;
  }
}
