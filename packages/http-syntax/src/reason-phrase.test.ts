import { STATUS_CODES } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { isReasonPhrase, reasonPhrase } from './reason-phrase.js';

describe('reasonPhrase', () => {
  it.each([
    [200, 'OK'],
    [404, 'Not Found'],
    [413, 'Content Too Large'],
    [418, "I'm a teapot"],
    [422, 'Unprocessable Content'],
    [299, ''],
    [306, ''],
    [0, ''],
  ])('of %d is %j', (status, phrase) => {
    expect(reasonPhrase(status)).toBe(phrase);
  });

  it('has the status codes of Node, except 509, which is not registered', () => {
    const named = Array.from({ length: 1000 }, (_, status) => status).filter(reasonPhrase);
    const platform = Object.keys(STATUS_CODES).map(Number);
    expect(named).toEqual(platform.filter((status) => status !== 509));
  });
});

it('the phrases are those of Node, except the three that RFC 9110 and RFC 2324 name otherwise', () => {
  const others = new Set([413, 418, 422, 509]);
  const platform = Object.entries(STATUS_CODES).filter(([status]) => !others.has(Number(status)));
  expect(platform.map(([status]) => [status, reasonPhrase(Number(status))])).toEqual(platform);
});

describe('isReasonPhrase', () => {
  it.each(['', 'Fine by me', 'd\u00e9j\u00e0 vu'])('accepts %j', (text) => {
    expect(isReasonPhrase(text)).toBe(true);
  });

  it.each(['a\r\nb', 'a\n', 'a\0', '\u0100'])('refuses %j', (text) => {
    expect(isReasonPhrase(text)).toBe(false);
  });
});
