import { describe, expect, it } from '@jest/globals';
import { memoryStore } from '@mortise/store';
import { createApp } from 'mortise';
import { overSocket } from 'mortise/testing';
import { notedWarnings } from '../../../tooling/testing/noted-warnings.js';
import { cookieSession, session, sessionOf } from './index.js';

const warnings = notedWarnings();
const cookie = { secure: false };
const layers = {
  session: (idleTtl: number) => session({ store: memoryStore(), cookie, idleTtl }),
  cookieSession: (idleTtl: number) => cookieSession({ keys: ['k'.repeat(32)], cookie, idleTtl }),
};

describe.each(Object.entries(layers))('the idleTtl of %s', (_name, layer) => {
  /** Creates two sessions, and returns the warnings. */
  async function sent(idleTtl: number, development = true) {
    const app = createApp({ development });
    app.get('/', (request, response) => {
      sessionOf(request).set('a', 1);
      return response;
    });
    app.add(layer(idleTtl));
    const client = overSocket(app);
    for (let count = 0; count < 2; count++)
      expect((await client.get('/')).getStatusCode()).toBe(200);
    return warnings.map(({ code, message, detail }) => [code, message, detail]);
  }

  it('is a warning once in development, with the unit, if it is below 10,000', async () => {
    expect(await sent(3_600)).toEqual([
      [
        'SESSION_SHORT',
        'a session ends after 3600 milliseconds without a request',
        'idleTtl is in milliseconds: for an hour, write idleTtl: 60 * 60 * 1_000.',
      ],
    ]);
  });

  it('is not a warning from 10,000 on', async () => {
    expect(await sent(10_000)).toEqual([]);
  });

  it('is not a warning without development', async () => {
    expect(await sent(3_600, false)).toEqual([]);
  });
});
