import { describe, expect, it } from '@jest/globals';
import { growth } from '../../../tooling/testing/growth.js';
import { formatEvent, lastEventId } from '../src/index.js';

const BREAKS = ['\r', '\n', '\r\n'];

describe('an event with text from a client', () => {
  it.each([...BREAKS, '\0'])('is refused with %j in its name or id', (character) => {
    for (const field of ['event', 'id']) {
      for (const text of [
        `${character}data: forged`,
        `a${character}`,
        `a${character}${character}b`,
      ]) {
        expect(() => formatEvent({ data: '', [field]: text })).toThrow(
          expect.objectContaining({ code: 'EVENT_INVALID' }),
        );
      }
    }
  });

  it.each(BREAKS)('never starts another field by %j in its data or comment', (character) => {
    const text = ['a', 'event: forged', 'id: 1', '', 'data: forged', 'retry: 0'].join(character);
    for (const event of [{ data: text }, { data: { text } }, { comment: text }]) {
      const lines = formatEvent(event).split(/\r\n|\r|\n/);
      const allowed = 'comment' in event ? /^(?:: .*)?$/ : /^(?:data: .*)?$/;
      for (const line of lines) expect(line).toMatch(allowed);
      // One empty line, at the end: the event is one.
      expect(lines.slice(0, -2).every((line) => line !== '')).toBe(true);
    }
  });

  it('keeps other characters that end lines elsewhere', () => {
    expect(formatEvent({ data: 'a\u2028b\u2029c\u0085d\u000be' })).toBe(
      'data: a\u2028b\u2029c\u0085d\u000be\n\n',
    );
  });
});

it('a Last-Event-ID is read as text, whatever its bytes', () => {
  for (const value of ['\u00ff\u00fe', '\u00c0\u00af', 'a'.repeat(16_384), '\u00ef\u00bb\u00bf']) {
    expect(typeof lastEventId({ getHeaderLine: () => value, getQueryParams: () => ({}) })).toBe(
      'string',
    );
  }
});

it('takes time linear in the length of an event', async () => {
  for (const piece of ['\r', '\n', '\r\n', 'a', 'a\r']) {
    const event = (size: number) => ({ data: piece.repeat(size) });
    expect([piece, (await growth(event, formatEvent, 50_000)) < 10]).toEqual([piece, true]);
  }
});
