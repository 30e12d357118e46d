import { describe, expect, it } from '@jest/globals';
import { memoryStore } from '@mortise/store';
import { createApp } from 'mortise';
import { inProcess } from 'mortise/testing';
import { notedWarnings } from '../../../tooling/testing/noted-warnings.js';
import { rateLimit } from './index.js';

const DAY = 86_400;
const warnings = notedWarnings();

describe('a window', () => {
  /** Sends two requests through a layer with this window, and returns the warnings. */
  async function sent(window: number, development = true) {
    const policies = [
      { name: 'login', limit: 5, window: 60 },
      { name: 'api', limit: 5, window },
    ];
    const app = createApp({ development });
    app.get('/', (_request, response) => response);
    app.add(rateLimit({ store: memoryStore(), key: () => 'k', policies }));
    for (let count = 0; count < 2; count++) await inProcess(app).get('/');
    return warnings.map(({ code, message, detail }) => [code, message, detail]);
  }

  it('that seems to be in milliseconds is a warning once in development, with the unit', async () => {
    expect(await sent(60_000)).toEqual([
      [
        'RATE_LIMIT_WINDOW',
        'the window of the policy "api" is 60000 seconds, which is 16.7 hours',
        'window is in seconds: for a minute, write window: 60.',
      ],
    ]);
  });

  it('below an hour is a warning in minutes', async () => {
    expect((await sent(1_000))[0]?.[1]).toBe(
      'the window of the policy "api" is 1000 seconds, which is 16.7 minutes',
    );
  });

  it.each([1_000, 5_000, 10_000, 30_000, 900_000, 3_600_000, DAY + 3_600])(
    'of %d is a warning',
    async (window) => {
      expect(await sent(window)).toHaveLength(1);
    },
  );

  it.each([60, 900, 999, 1_200, 1_800, 3_600, 5_400, 43_200, DAY, 7 * DAY, 365 * DAY])(
    'of %d is not a warning',
    async (window) => {
      expect(await sent(window)).toEqual([]);
    },
  );

  it('is not a warning without development', async () => {
    expect(await sent(60_000, false)).toEqual([]);
  });
});
