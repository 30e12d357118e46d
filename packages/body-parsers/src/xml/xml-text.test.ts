import { describe, expect, it } from '@jest/globals';
import { parseXml, parseXmlStrictly } from './index.js';
import { xmlText } from './xml-text.js';

const latin1 = (text: string) => Buffer.from(text, 'latin1');
const charset = (label: string) => ({ parameters: { charset: label } });
const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16();

describe('xmlText', () => {
  it.each<[string, Uint8Array, ReturnType<typeof charset> | null, string]>([
    ['UTF-8 by default', Buffer.from('<r>é</r>'), null, '<r>é</r>'],
    ['the charset of the media type', latin1('<r>é</r>'), charset('latin1'), '<r>é</r>'],
    [
      'that charset before the declaration',
      latin1('<?xml version="1.0" encoding="UTF-8"?><r>é</r>'),
      charset('latin1'),
      '<?xml version="1.0" encoding="UTF-8"?><r>é</r>',
    ],
    [
      'a declaration in single quotes, with spaces',
      latin1("<?xml version='1.0'\n encoding = 'iso-8859-1' standalone='yes'?><r>é</r>"),
      null,
      "<?xml version='1.0'\n encoding = 'iso-8859-1' standalone='yes'?><r>é</r>",
    ],
    ['a mark of UTF-8 before the media type', Buffer.from('\ufeff<é/>'), charset('latin1'), '<é/>'],
    ['the beginning of such a mark as characters', latin1('ï»x'), charset('latin1'), 'ï»x'],
    [
      'a long declaration',
      latin1(`<?xml version="1.0"${' '.repeat(212)} encoding="latin1"?><r>é</r>`),
      null,
      `<?xml version="1.0"${' '.repeat(212)} encoding="latin1"?><r>é</r>`,
    ],
    ['a mark of UTF-16LE', Buffer.from('\ufeff<é/>', 'utf16le'), charset('latin1'), '<é/>'],
    ['a mark of UTF-16BE', utf16be('\ufeff<é/>'), charset('latin1'), '<é/>'],
  ])('reads %s', (_what, body, mediaType, text) => {
    expect(xmlText(body, mediaType)).toBe(text);
  });

  it('removes the mark of a text, and only that', () => {
    expect([xmlText('\ufeff<r/>', null), xmlText('<r/>\ufeff', null)]).toEqual([
      '<r/>',
      '<r/>\ufeff',
    ]);
  });

  it.each([
    ['bytes that are not in the encoding', latin1('<r>é</r>'), 'BODY_MALFORMED', 400, 'utf-8'],
    [
      'an unknown encoding of the declaration',
      latin1('<?xml version="1.0" encoding="klingon"?><r/>'),
      'BODY_CHARSET',
      415,
      'klingon',
    ],
  ])('refuses %s', (_what, body, code, status, named) => {
    expect(() => xmlText(body, null)).toThrow(
      expect.objectContaining({ code, status, message: expect.stringContaining(named) }),
    );
  });
});

it('refuses deep nesting by name', () => {
  const deep = `${'<a>'.repeat(65)}${'</a>'.repeat(65)}`;
  expect(() => parseXmlStrictly(deep)).toThrow('it is nested deeper than 64 levels');
  expect(parseXmlStrictly('')).toBeNull();
});

it.each([{ maxDepth: Number.NaN }, { maxDepth: '64' }, { depth: 1 }, null])(
  'refuses the options %j, even for an empty body',
  (options) => {
    for (const parse of [parseXml, parseXmlStrictly]) {
      const refused = expect.objectContaining({
        option: expect.stringMatching(new RegExp(`^${parse.name}\\b`)),
      });
      for (const body of ['<a/>', '']) {
        expect(() => parse(body, null, options as never)).toThrow(refused);
      }
    }
  },
);
