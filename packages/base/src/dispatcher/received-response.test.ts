import { expect, it } from '@jest/globals';
import { receivedFields } from './received-response.js';

const controller = { abort: () => undefined, pause: () => undefined, resume: () => undefined };

it('keeps the order and case of raw headers, whose bytes are characters', () => {
  const rawHeaders = [Uint8Array.of(0x58), Uint8Array.of(0xe9), 'a', 'b'];
  const fields = receivedFields({ ...controller, rawHeaders }, { x: 'other' });
  expect(fields).toEqual(['X', '\u00e9', 'a', 'b']);
});

it('reads the bytes of a buffer as those of any other array', () => {
  const bytes = Array.from({ length: 256 }, (_, byte) => byte);
  const rawHeaders = [
    Buffer.from('X'),
    Buffer.from(bytes),
    Buffer.from('Y'),
    Uint8Array.from(bytes),
  ];
  const [, buffer, , array] = receivedFields({ ...controller, rawHeaders }, {});
  expect(buffer).toBe(String.fromCharCode(...bytes));
  expect(array).toBe(buffer);
});

it('repeats the name of each value of a list, as interceptors have it', () => {
  const rawHeaders = ['Set-Cookie', ['a=1', 'b=2']];
  const fields = receivedFields({ ...controller, rawHeaders }, {});
  expect(fields).toEqual(['Set-Cookie', 'a=1', 'Set-Cookie', 'b=2']);
});

it('reads the headers by name where there are no raw ones, without absent values', () => {
  const headers = { 'x-by': ['a', 'b'], 'x-c': 'd', gone: undefined };
  expect(receivedFields(controller, headers)).toEqual(['x-by', 'a', 'x-by', 'b', 'x-c', 'd']);
});

it('skips a value that is absent from a list', () => {
  const rawHeaders = ['Set-Cookie', ['a=1', undefined]];
  expect(receivedFields({ ...controller, rawHeaders }, {})).toEqual(['Set-Cookie', 'a=1']);
});
