import { describe, expect, it } from '@jest/globals';
import { memoryStore } from '@mortise/store';
import { createApp } from 'mortise';
import { inProcess } from 'mortise/testing';
import { notedWarnings } from '../../../tooling/testing/noted-warnings.js';
import { rateLimit } from './index.js';

const warnings = notedWarnings();

/** Sends a request for each key through one layer, and returns the codes of the warnings. */
async function sent(keys: readonly (string | null)[], development = true) {
  let at = 0;
  const app = createApp({ development });
  app.get('/', (_request, response) => response);
  const policies = [{ name: 'api', limit: 1_000, window: 60 }];
  app.add(rateLimit({ store: memoryStore(), key: () => keys[at++] ?? null, policies }));
  const client = inProcess(app);
  for (const _key of keys) await client.get('/');
  return warnings.map(({ code, message, detail }) => [code, message, detail]);
}
const times = (count: number): null[] => Array.from({ length: count }, () => null);

describe('a key of rateLimit', () => {
  it('that is null for the first 100 requests is a warning once in development', async () => {
    expect(await sent(times(250))).toEqual([
      [
        'RATE_LIMIT_NO_KEYS',
        'rateLimit() has limited none of its first 100 requests, because key returned null for each',
        'null means no limit. If key reads the user, add authentication outside (after) rateLimit().',
      ],
    ]);
  });

  it.each([
    ['99 times', times(99)],
    ['but not for the first request', ['ada', ...times(250)]],
    ['but not for the request before the 100th', [...times(98), 'ada', ...times(250)]],
  ])('that is null %s is not a warning', async (_, keys) => {
    expect(await sent(keys)).toEqual([]);
  });

  it('is not a warning without development', async () => {
    expect(await sent(times(100), false)).toEqual([]);
  });
});
