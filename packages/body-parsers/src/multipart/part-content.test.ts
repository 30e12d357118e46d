import { describe, expect, it } from '@jest/globals';
import { DelimiterText } from './delimiter-text.js';
import { PartContent } from './part-content.js';

/** How many bytes are content, piece by piece; the first call finds out where a piece ends. */
function lengthsIn(...pieces: string[]): number[] {
  const content = new PartContent(new DelimiterText('boundary'));
  return pieces.map((piece) => content.lengthIn(Buffer.from(`..${piece}`, 'latin1').subarray(2)));
}

const LONG = 'x'.repeat(40);

describe('PartContent', () => {
  it('does not decide on the first chunk, since a delimiter can have begun before it', () => {
    expect(lengthsIn(LONG, LONG)).toEqual([0, 40]);
  });

  it('ends the content where a delimiter begins', () => {
    expect(lengthsIn(LONG, `${LONG}\r\n--boundary`)).toEqual([0, 40]);
  });

  it('excludes a possible beginning of a delimiter, and the chunk after it', () => {
    const pieces = [LONG, `${LONG}\r\r\n--bo`, LONG, LONG];
    expect(lengthsIn(...pieces)).toEqual([0, 41, 0, 40]);
  });

  it('ends the content before a delimiter whose line end is not CRLF, within two bytes', () => {
    expect(lengthsIn(LONG, `${LONG}\n--boundary`)).toEqual([0, 39]);
    expect(lengthsIn(LONG, `${LONG}\r--boundary`)).toEqual([0, 39]);
    expect(lengthsIn(LONG, '\n--boundary')).toEqual([0, 0]);
    expect(lengthsIn(LONG, `${LONG}\n--bo`, LONG, LONG)).toEqual([0, 40, 0, 40]);
    expect(lengthsIn(LONG, `${LONG}\r\n\n`, LONG, LONG)).toEqual([0, 42, 0, 40]);
  });

  it('treats a line end that cannot begin a delimiter as content', () => {
    expect(lengthsIn(LONG, `${LONG}\r\n-x`, `\r\n--\r\n--${LONG}`)).toEqual([0, 44, 48]);
  });

  it('does not decide after a chunk shorter than a delimiter, if a delimiter can have begun', () => {
    expect(lengthsIn(LONG, '\r', '\n--bound', 'ary', LONG, LONG)).toEqual([0, 0, 0, 0, 0, 40]);
  });

  it('does not decide on the chunk after a delimiter', () => {
    expect(lengthsIn(LONG, `x\r\n--boundary${LONG}`, LONG, LONG)).toEqual([0, 1, 0, 40]);
  });

  it('does not decide on the chunk after bytes that were not content', () => {
    const content = new PartContent(new DelimiterText('boundary'));
    const bytes = Buffer.from(LONG);
    expect([content.lengthIn(bytes), content.lengthIn(bytes)]).toEqual([0, 40]);
    content.leave();
    expect([content.lengthIn(bytes), content.lengthIn(bytes)]).toEqual([0, 40]);
  });
});
