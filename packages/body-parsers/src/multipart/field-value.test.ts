import { expect, it } from '@jest/globals';
import { fieldText } from './field-text.js';
import { FieldValue } from './field-value.js';

function valueOf(...pieces: (string | number[])[]): string {
  const value = new FieldValue(5);
  for (const piece of pieces) value.push(Buffer.from(piece as string));
  return fieldText(value.take(), null);
}

it('a field without bytes is the empty text', () => {
  expect(valueOf()).toBe('');
});

it('a character that arrives in two pieces is one character', () => {
  expect(valueOf('a', [0xc3], [0xa9], 'b')).toBe('aéb');
});

it('bytes that are not UTF-8 become U+FFFD', () => {
  expect(valueOf([0xff], 'a')).toBe('\u{fffd}a');
});

it('a value of exactly the limit is read, and one byte more is refused at once', () => {
  expect(valueOf('12', '345')).toBe('12345');
  expect(() => valueOf('12', '3456')).toThrow(
    expect.objectContaining({
      code: 'BODY_PART_TOO_LARGE',
      message: expect.stringContaining('5 bytes') as unknown,
    }),
  );
});

it('each field begins empty, with the whole limit', () => {
  const value = new FieldValue(5);
  value.push(Buffer.from('12345'));
  expect(fieldText(value.take(), null)).toBe('12345');
  value.push(Buffer.from('67890'));
  expect(fieldText(value.take(), null)).toBe('67890');
});
