import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { numRuns } from '../../../../tooling/properties/num-runs.js';
import { PartHeaderBlock } from './part-header-block.js';
import { type PartHead, partInfo } from './part-info.js';

const NO_LIMITS = { maxHeaderBytes: Infinity, maxHeaders: Infinity };
const character = fc.constantFrom('a', ' ', ';', '=', '"', "'", '\\', '/', '\xc3', '\xa9', '%22');
const text = fc.array(character, { maxLength: 8 }).map((characters) => characters.join(''));

describe('partInfo', () => {
  it('reads the usual form of a header and all its variants alike', () => {
    fc.assert(
      fc.property(text, fc.option(text), (name, filename) => {
        const file = filename === null ? '' : `; filename="${filename}"`;
        const usual = read([`form-data; name="${name}"${file}`]);
        expect(usual).toEqual(read([`FORM-DATA ; name="${name}"${file}`]));
      }),
      { numRuns: numRuns(100) },
    );
  });

  it.each([
    ['.', ''],
    ['..', ''],
    ['a/..', ''],
    ['a\\\\.', ''],
    ['a/', ''],
    ['...', '...'],
    ['.a', '.a'],
    ['a.', 'a.'],
  ])('uses the last component of the path %s, unless that is a folder: %s', (sent, filename) => {
    const info = read([`form-data; name=f; filename="${sent}"`]);
    expect([info?.filename, info?.chosen]).toEqual([filename, true]);
  });

  it.each(['xform-data; name="a"', 'attachment; form-data; name="a"', 'form-data-x; name="a"'])(
    'does not take a part with the disposition %s for one of the form',
    (disposition) => {
      expect(read([disposition])).toBeNull();
    },
  );

  it('uses the last of several names and file names, as PHP does', () => {
    const info = read(['form-data; name=a; filename=x; name=b; filename="y"']);
    expect([info?.name, info?.filename]).toEqual(['b', 'y']);
  });

  it.each([
    ['name= "a"', 'a'],
    ['name= a ', 'a'],
    [String.raw`name=a\\b`, String.raw`a\b`],
    [String.raw`name='a\'\\b'`, String.raw`a'\b`],
    ['NAME=a', 'a'],
    ['name=\xc3\xa9', 'é'],
    ['name=\x80', '\ufffd'],
  ])('reads the name of %s as %s', (parameter, name) => {
    expect(read([`form-data; ${parameter}`])?.name).toBe(name);
  });

  it.each([
    ['text/plain ; charset=utf-8', 'text/plain'],
    ['x/\xc3\xa9', 'x/é'],
    ['; charset=utf-8', null],
  ])('reads the media type of %j as %j', (sent, mediaType) => {
    expect(read(['form-data; name=a'], sent)?.mediaType).toBe(mediaType);
  });

  it.each([
    ['text/plain', null],
    ['text/plain; charset=utf-8', null],
    ['text/plain; Charset="UTF8"', null],
    ['text/plain; charset=ISO-8859-1', 'ISO-8859-1'],
    ['text/plain;format=flowed ; charset="utf-16le"', 'utf-16le'],
    ['text/plain; x="charset=a"', null],
    ['; charset=a', null],
    ['', null],
  ])('reads the charset of %j as %j', (sent, charset) => {
    expect(read(['form-data; name=a'], sent)?.charset).toBe(charset);
  });

  it('ignores a parameter without =', () => {
    const info = read(['form-data; name=a; namex; filename; filenamex']);
    expect([info?.name, info?.filename]).toEqual(['a', null]);
  });

  it('joins folded lines, and uses the first header of a name', () => {
    expect(read(['form-data;\r\n name=a;\r\n\tfilename=b', 'form-data; name=c'], 'x/y; z')).toEqual(
      {
        name: 'a',
        filename: 'b',
        chosen: true,
        mediaType: 'x/y',
        charset: null,
      },
    );
  });
});

describe('PartHeaderBlock', () => {
  it('reads the same headers however they are split, and nothing after them', () => {
    const bytes = Buffer.from(`${block(['form-data; name=a'], 'x/y')}\r\nX: y\r\n\r\n`);
    const whole = new PartHeaderBlock(NO_LIMITS).push(bytes, 0, bytes.length);
    for (let cut = 0; cut < whole; cut++) {
      const headers = new PartHeaderBlock(NO_LIMITS);
      expect(headers.push(bytes, 0, cut)).toBe(-1);
      expect(headers.push(bytes, cut, bytes.length)).toBe(whole);
      expect([headers.disposition, headers.mediaType]).toEqual(['form-data; name=a', 'x/y']);
    }
  });

  it.each([
    ['no colon', 'name\r\n'],
    ['no name', ': x\r\n'],
    ['a space before the colon', 'a : x\r\n'],
    ['a control character', 'a: \0\r\n'],
    ['a bare CR', 'a: b\rc\r\n'],
    ['a bare LF', 'a: b\nc: d\r\n'],
    ['a fold before the first name', ' a: b\r\n'],
  ])('refuses %s', (_, lines) => {
    expect(() => new PartHeaderBlock(NO_LIMITS).push(Buffer.from(`${lines}\r\n`), 0, 100)).toThrow(
      expect.objectContaining({ code: 'BODY_MALFORMED', status: 400 }),
    );
  });

  it('takes linear time for blanks and folded lines', () => {
    const blanks = Buffer.from(
      `a:${' '.repeat(2 ** 20)}\0\r\n${'b:\r\n '.repeat(2 ** 18)}\r\n\r\n`,
    );
    expect(() => new PartHeaderBlock(NO_LIMITS).push(blanks, 0, blanks.length)).toThrow(
      'contain a control character',
    );
  });
});

function read(dispositions: readonly string[], type?: string): PartHead | null {
  const headers = new PartHeaderBlock(NO_LIMITS);
  const bytes = Buffer.from(`${block(dispositions, type)}\r\n`, 'latin1');
  headers.push(bytes, 0, bytes.length);
  return partInfo(headers);
}

function block(dispositions: readonly string[], type?: string): string {
  const lines = dispositions.map((value) => `Content-Disposition: ${value}\r\n`);
  return lines.join('') + (type === undefined ? '' : `content-type:\t${type}\r\n`);
}

describe('a part with filename*', () => {
  it.each([
    ["utf-8''%E6%97%A5.png", '日.png'],
    ["UTF-8'en'a%2Fb.png", 'b.png'],
    ["iso-8859-1''%E9.png", 'é.png'],
    ['plain.png', 'plain.png'],
    ["''no-charset.png", "''no-charset.png"],
  ])('alone is a file: %s is %s', (sent, filename) => {
    const info = read([`form-data; name=f; filename*=${sent}`]);
    expect([info?.filename, info?.chosen]).toEqual([filename, true]);
  });

  it('has the name of filename if it has both, in any order', () => {
    expect(read([`form-data; name=f; filename="a"; filename*=utf-8''b`])?.filename).toBe('a');
    expect(read([`form-data; name=f; filename*=utf-8''b; filename="a"`])?.filename).toBe('a');
  });
});

it('uses the last component of a path with a line separator', () => {
  const sent = Buffer.from('a\u2028/b').toString('latin1');
  expect(read([`form-data; name=f; filename="${sent}"`])?.filename).toBe('b');
});
