/** Values that a client can send for a field of a form, by what is wrong with them. */
export const hostileTexts: readonly (readonly [name: string, value: string])[] = [
  ['empty', ''],
  ['blank', ' \t\n'],
  ['10,000 characters', 'x'.repeat(10_000)],
  ['NUL', 'a\0b'],
  ['a control character', 'a\u0001b'],
  ['the folder above', '..'],
  ['right to left', '\u202egnp.exe\u202c'],
  ['an element', '"><script>alert(1)</script>'],
  ['SQL', `'); DROP TABLE books; --`],
  ['the name of a prototype', '__proto__'],
  ['a template', '<%= process.env %>${7*7}{{7*7}}'],
  ['a header', 'a\r\nSet-Cookie: a=b'],
  ['a negative number', '-1'],
  ['a huge number', '99999999999999999999999'],
  ['a number beyond 32 bits', '4294967296'],
  ['no number', 'NaN'],
  ['an exponent', '1e400'],
  ['a number with an exponent', '1e3'],
  ['a hexadecimal number', '0x7d0'],
  ['a number with spaces', ' 2 '],
  ['a date that does not exist', '2026-02-31'],
  ['characters beyond 16 bits', '𝔷𝕒𝖉𝗂𝘨'],
];

/** The same for JSON, which has more types. */
export const hostileJson: readonly (readonly [name: string, value: unknown])[] = [
  ...hostileTexts,
  ['half a character', '\ud800'],
  ['null', null],
  ['a list', ['a']],
  ['an object', { $gt: '' }],
  ['true', true],
  ['a fraction', 1.5],
  ['a number beyond 2^53', 1e300],
];
