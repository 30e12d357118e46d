import { expect, it } from '@jest/globals';
import { fromPg } from './index.js';

const pool = { query: () => Promise.resolve({ rows: [] }) };

it.each([
  ['pool', [{}, () => undefined]],
  ['createClient', [pool]],
  ['createClient', [pool, {}]],
])('fromPg refuses a wrong %s at once, not with the first subscription', (option, given) => {
  const create = () => fromPg(...(given as unknown as Parameters<typeof fromPg>));
  expect(create).toThrow(
    expect.objectContaining({ code: 'OPTION_INVALID', option: `fromPg.${option}` }),
  );
});
