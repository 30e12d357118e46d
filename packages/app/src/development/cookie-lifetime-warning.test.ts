import { describe, expect, it } from '@jest/globals';
import { implementations } from '../../../../tooling/testing/implementations.js';
import { notedWarnings } from '../../../../tooling/testing/noted-warnings.js';
import { createApp, withCookie } from '../index.js';

const DAY = 86_400;
const warnings = notedWarnings();

describe.each(implementations)('the lifetime of a cookie, on %s', (_name, factories) => {
  /** Sends two requests, whose responses have cookies with these lifetimes in seconds, and returns the warnings. */
  async function sent(ages: readonly number[], development = true) {
    const app = createApp({ factories, development });
    app.get('/', (_request, response) =>
      ages.reduce((to, maxAge, at) => withCookie(to, `c${at}`, '1', { maxAge }), response),
    );
    for (let count = 0; count < 2; count++)
      await app.handle(factories.createServerRequest('GET', 'http://a.test/'));
    return warnings.map(({ code, message, detail }) => [code, message, detail]);
  }

  it('is a warning once in development, with the unit, if it exceeds 400 days', async () => {
    expect(await sent([60, 365 * DAY * 1_000])).toEqual([
      [
        'COOKIE_LIFETIME',
        'the cookie "c1" has a maxAge of 31536000000 seconds, but browsers keep cookies for at most 400 days',
        'maxAge is in seconds: for a year, write maxAge: 60 * 60 * 24 * 365.',
      ],
    ]);
  });

  it('is one warning if the application is mounted in others', async () => {
    const inner = createApp({ factories, development: true });
    inner.get('/', (_request, response) => withCookie(response, 'c', '1', { maxAge: 401 * DAY }));
    const middle = createApp({ factories, development: true });
    middle.mount('/b', inner);
    const app = createApp({ factories, development: true });
    app.mount('/a', middle);
    for (let count = 0; count < 2; count++)
      await app.handle(factories.createServerRequest('GET', 'http://a.test/a/b/'));
    expect(warnings.map(({ code }) => code)).toEqual(['COOKIE_LIFETIME']);
  });

  it('is a warning from 400 days and a second on', async () => {
    expect(await sent([400 * DAY + 1])).toHaveLength(1);
  });

  it('is no warning up to 400 days, and for a cookie that is deleted', async () => {
    expect(await sent([0, 400 * DAY])).toEqual([]);
  });

  it('is no warning without development', async () => {
    expect(await sent([400 * DAY + 1], false)).toEqual([]);
  });
});
