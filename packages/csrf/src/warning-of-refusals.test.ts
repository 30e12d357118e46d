import { describe, expect, it } from '@jest/globals';
import { session } from '@mortise/session';
import { memoryStore } from '@mortise/store';
import { createApp, text } from 'mortise';
import { inProcess } from 'mortise/testing';
import { notedWarnings } from '../../../tooling/testing/noted-warnings.js';
import { CSRF, csrfTokens } from './index.js';

const warnings = notedWarnings();

const start = (environment: string, onRefused: 'pass' | 'throw' = 'throw') => {
  process.env['NODE_ENV'] = environment;
  const app = createApp({ body: {} });
  app.any('/', (request, response) =>
    text(response, request.getAttribute(CSRF)?.getTokenValue() ?? ''),
  );
  app.add(csrfTokens({ onRefused }));
  app.add(session({ store: memoryStore(), cookie: { secure: false } }));
  return inProcess(app);
};

const warning = (cause: string) => ({
  message: `csrfTokens() refused a request: ${cause}`,
  type: 'MortiseWarning',
  code: 'CSRF_TOKEN',
  detail: expect.stringContaining('csrfFields()'),
});

describe('the warning of csrfTokens', () => {
  it('names once why a form without hidden fields is refused in a new session', async () => {
    const client = start('development');
    for (let i = 0; i < 2; i++) {
      expect((await client.post('/', { form: { a: '1' } })).getStatusCode()).toBe(403);
    }
    expect(warnings).toEqual([
      warning(
        'new session: no page has created a token in it yet, its cookie was not sent, or the old session has ended',
      ),
    ]);
  });

  it.each(['throw', 'pass'] as const)(
    'names the missing token in a session that has one (onRefused: %j)',
    async (onRefused) => {
      const client = start('development', onRefused);
      const [Cookie = ''] = (await client.get('/')).getHeaderLine('Set-Cookie').split(';');
      await client.post('/', { headers: { Cookie }, form: { csrf_name: 'csrf', csrf_value: 'x' } });
      expect(warnings).toEqual([]);
      await client.post('/', { headers: { Cookie }, form: { a: '1' } });
      expect(warnings).toEqual([
        warning(
          'no token: add it to the form or to the X-CSRF-Token header; forms are parsed with createApp({ body: {} }), and below a mount with mount(prefix, handler, { body: {} })',
        ),
      ]);
    },
  );

  it('is not printed in production', async () => {
    const client = start('production');
    expect((await client.post('/', { form: { a: '1' } })).getStatusCode()).toBe(403);
    expect(warnings).toEqual([]);
  });
});
