import { expect, it } from '@jest/globals';
import { fieldPairsOf, rawHeadersOf } from './headers.js';

it('raw headers have each cookie once, after the other headers', () => {
  const headers = new Headers([
    ['Set-Cookie', 'a=1'],
    ['X-A', '1'],
    ['Set-Cookie', 'b=2'],
    ['Accept', 'c'],
    ['X-A', '2'],
  ]);
  expect(rawHeadersOf(headers)).toEqual([
    ...['accept', 'c', 'x-a', '1, 2'],
    ...['set-cookie', 'a=1', 'set-cookie', 'b=2'],
  ]);
});

it('pairs of fields have no header that frames the message, in any case', () => {
  const framing = ['Connection', 'content-length', 'KEEP-ALIVE', 'Trailer', 'Transfer-Encoding'];
  const raw = ['X-A', '1', ...framing.flatMap((name) => [name, '2']), 'X-A', '3', 'TE', '4'];
  expect(fieldPairsOf(raw)).toEqual([
    ['X-A', '1'],
    ['X-A', '3'],
  ]);
});
