import { expect, it } from '@jest/globals';
import { memoryStore } from '@mortise/store';
import { createApp } from 'mortise';
import { inProcess } from 'mortise/testing';
import { notedWarnings } from '../../../tooling/testing/noted-warnings.js';
import { rateLimit, type RateLimitOptions } from './index.js';

const warnings = notedWarnings();
const API = { name: 'api', limit: 100, window: 60 };

/** Sends two requests to an application with a layer for each of the options, and returns the warnings. */
async function sent(given: readonly Partial<RateLimitOptions>[], development = true) {
  const app = createApp({ development });
  const store = memoryStore();
  app.get('/', (_request, response) => response);
  for (const one of given) app.add(rateLimit({ store, key: () => 'k', policies: [API], ...one }));
  for (let count = 0; count < 2; count++) await inProcess(app).get('/');
  return warnings.map(({ code, message, detail }) => [code, message, detail]);
}

it.each([{ limit: 5 }, { window: 3_600 }, { kind: 'fixed' as const }])(
  'a name that another layer with the same store uses, with another %j, is a warning once',
  async (part) => {
    const policies = [
      { name: 'login', limit: 5, window: 60 },
      { ...API, ...part },
    ];
    expect(await sent([{}, { policies }])).toEqual([
      [
        'RATE_LIMIT_SHARED',
        'two rateLimit() layers with different limits share one count, because both have the policy "api" in the same store',
        'Give the policies different names, or the layers different values of prefix.',
      ],
    ]);
  },
);

const other = { policies: [{ ...API, limit: 5 }] };

it.each<[string, readonly Partial<RateLimitOptions>[], boolean]>([
  ['another name', [{}, { policies: [{ ...API, name: 'login' }] }], true],
  ['the same limits', [{}, { policies: [{ ...API }] }], true],
  ['another prefix', [{}, { ...other, prefix: 'login:' }], true],
  ['another store', [{}, { ...other, store: memoryStore() }], true],
  ['no development', [{}, other], false],
])('with %s, two layers are no warning', async (_what, given, development) => {
  expect(await sent(given, development)).toEqual([]);
});
