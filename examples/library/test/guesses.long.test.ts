import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { authorization, librarian } from './rules/api.js';
import { type RunningLibrary, runLibrary } from './running-library.js';

let library: RunningLibrary;
beforeAll(async () => {
  library = await runLibrary({ SIGN_INS: '1' }); // 10 guesses in a minute
});
afterAll(() => library.close());

const ask = async (headers: Record<string, string>) =>
  (await fetch(`${library.url}/api/imports/none/lines?from=0`, { method: 'POST', headers })).status;

it('counts guesses of passwords in the API, and no request with the right one', async () => {
  const right = new Set<number>();
  for (let time = 0; time < 30; time++) right.add(await ask(librarian));
  expect(right.has(429)).toBe(false);
  const wrong: number[] = [];
  // More than two limits: a minute can begin meanwhile.
  for (let time = 0; time < 25; time++) {
    wrong.push(await ask(authorization('librarian', `guess ${time}`)));
  }
  expect(new Set(wrong)).toEqual(new Set([401, 429]));
  const guesses = Array.from({ length: 25 }, () => ask(authorization('librarian', 'guess')));
  expect(await Promise.all(guesses)).toContain(429);
});
