import { expect, it } from '@jest/globals';
import { session } from '@mortise/session';
import { memoryStore } from '@mortise/store';
import { createApp, json } from 'mortise';
import { inProcess } from 'mortise/testing';
import { CSRF, csrfTokens } from './index.js';

it('no token is made of text or of fewer bytes', async () => {
  for (const source of [() => 'a1b2', () => new Uint8Array()]) {
    const errors: unknown[] = [];
    const app = createApp({
      logger: { error: () => undefined, info: () => undefined },
      errors: { onError: (error) => errors.push(error) },
    });
    app.get('/', (request, response) =>
      json(response, request.getAttribute(CSRF)?.generateToken() ?? null),
    );
    app.add(csrfTokens({ random: source as never }));
    app.add(session({ store: memoryStore() }));
    expect((await inProcess(app).get('/')).getStatusCode()).toBe(500);
    expect(errors).toMatchObject([{ code: 'OPTION_INVALID', option: 'csrfTokens.random' }]);
  }
});
