import { afterEach, describe, expect, it } from '@jest/globals';
import { bearerAuth } from '@mortise/auth';
import { idempotency } from '@mortise/idempotency';
import { memoryStore } from '@mortise/store';
import { createApp, text } from 'mortise';
import { implementations } from '../testing/implementations.js';
import { notedWarnings } from '../testing/noted-warnings.js';
import { type Opened, transports } from '../testing/transports.js';

const warnings = notedWarnings();
const open: Opened[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

const verify = (_request: unknown, token: string) => (token === 'ada' ? token : null);
const layers = {
  idempotency: () => idempotency({ store: memoryStore(), scope: () => 'all' }),
  bearerAuth: () => bearerAuth({ user: 'app.user', verify }),
};

const cases = implementations.flatMap(([implementation, factories]) =>
  transports.map(([transport, openOf]) => ({ implementation, factories, transport, openOf })),
);

describe.each(cases)(
  'idempotency with $implementation over $transport',
  ({ factories, openOf }) => {
    /** @param names innermost first */
    async function codesOf(names: readonly (keyof typeof layers)[], development = true) {
      const app = createApp({ factories, development });
      app.post('/', (_request, response) => text(response, 'done'));
      for (const name of names) app.add(layers[name]());
      const server = await openOf(app);
      open.push(server);
      for (const token of ['ada', 'eve']) {
        const headers = { authorization: `Bearer ${token}`, 'idempotency-key': '"1"' };
        await server.send('/', { method: 'POST', headers });
      }
      return warnings.flatMap(({ code }) => (code?.startsWith('IDEMPOTENCY') ? [code] : []));
    }

    it('warns once in development if authentication is inside it', async () => {
      expect(await codesOf(['bearerAuth', 'idempotency'])).toEqual(['IDEMPOTENCY_OUTSIDE_AUTH']);
    });

    it('does not warn if it is inside authentication, even with a second one inside it', async () => {
      expect(await codesOf(['idempotency', 'bearerAuth'])).toEqual([]);
      expect(await codesOf(['bearerAuth', 'idempotency', 'bearerAuth'])).toEqual([]);
    });

    it('does not warn without development', async () => {
      expect(await codesOf(['bearerAuth', 'idempotency'], false)).toEqual([]);
    });
  },
);
