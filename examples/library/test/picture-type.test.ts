import { expect, it } from '@jest/globals';
import { pictureType } from '../src/books/picture-type.js';
import { GIF, JPEG, PNG, WEBP } from './pictures.js';

const pictures = { 'image/png': PNG, 'image/jpeg': JPEG, 'image/webp': WEBP, 'image/gif': GIF };

it.each(Object.entries(pictures))('finds that a picture is %s', (type, bytes) => {
  expect(pictureType(bytes)).toBe(type);
});

it.each(Object.entries(pictures))('takes no beginning of %s for a picture', (_, bytes) => {
  const size = bytes === PNG ? 33 : bytes === JPEG ? 16 : bytes.length - 1;
  const ends = Array.from({ length: size + 1 }, (_each, end) => end);
  expect(ends.filter((end) => pictureType(bytes.subarray(0, end)) !== null)).toEqual([]);
});

it.each([
  ['a program that begins like a GIF', Buffer.from('GIF89a=1;alert(1);')],
  ['a PNG without a width', Buffer.from(PNG).fill(0, 16, 20)],
  ['a JPEG whose segments lead nowhere', Buffer.from('ffd8ffe0ffff00000000000000', 'hex')],
  ['a GIF without a height', Buffer.from(GIF).fill(0, 8, 10)],
  ['a WebP of another kind', Buffer.from('RIFF\x12\0\0\0WEBPXXXX\x06\0\0\0abcdef', 'latin1')],
])('takes %s for no picture', (_, bytes) => {
  expect(pictureType(bytes)).toBeNull();
});

it('finds the size of a JPEG after bytes that fill', () => {
  const filled = Buffer.concat([JPEG.subarray(0, 2), Buffer.of(0xff, 0xff), JPEG.subarray(2)]);
  expect(pictureType(filled)).toBe('image/jpeg');
});
