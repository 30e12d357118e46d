import { describe, expect, it } from '@jest/globals';
import { CROSS_ORIGIN_CHECKED } from '@mortise/base/keys';
import { session } from '@mortise/session';
import { memoryStore } from '@mortise/store';
import { createApp, json } from 'mortise';
import { inProcess } from 'mortise/testing';
import { implementations } from '../../../tooling/testing/implementations.js';
import { CSRF, type CsrfTokenOptions, csrfTokens } from './index.js';

describe.each(implementations)("csrfTokens({ onRefused: 'pass' }) with %s", (_, factories) => {
  const start = async (options: CsrfTokenOptions = {}) => {
    const app = createApp({ factories });
    app.any('/', (request, response) => {
      const token = request.getAttribute(CSRF);
      return json(response, {
        refused: token?.refusal?.code ?? null,
        input: request.getParsedBody(),
        fields: token?.generateToken(),
        isChecked: request.getLifetime().getValue(CROSS_ORIGIN_CHECKED) === true,
      });
    });
    app.add(csrfTokens({ onRefused: 'pass', ...options }));
    app.addBodyParsingMiddleware();
    app.add(session({ store: memoryStore(), cookie: { secure: false } }));
    const client = inProcess(app);
    const first = await client.get('/');
    const [Cookie = ''] = first.getHeaderLine('Set-Cookie').split(';');
    const read = async (form: Record<string, string> | null) => {
      const response =
        form === null
          ? await client.get('/', { headers: { Cookie } })
          : await client.post('/', { headers: { Cookie }, form });
      return JSON.parse(await response.getBody().text()) as {
        refused: string | null;
        input: unknown;
        fields: Record<string, string>;
        isChecked: boolean;
      };
    };
    return read;
  };

  it.each([true, false])(
    'calls the handler with the refusal, the input and a token that works (persistent: %p)',
    async (persistent) => {
      const read = await start({ persistent });
      const refused = await read({ title: 'Emma', csrf_name: 'csrf', csrf_value: 'old' });
      expect(refused).toMatchObject({ refused: 'CSRF_TOKEN', input: { title: 'Emma' } });
      expect(await read({ title: 'Emma', ...refused.fields })).toMatchObject({ refused: null });
    },
  );

  it('marks a request as checked, as a layer that reads a cookie requires, only with a valid token', async () => {
    const read = await start();
    const refused = await read({ csrf_name: 'csrf', csrf_value: 'old' });
    expect([refused.isChecked, (await read(refused.fields)).isChecked]).toEqual([false, true]);
  });

  it('has no refusal for a safe method', async () => {
    const read = await start();
    expect((await read(null)).refused).toBeNull();
  });

  it('refuses another value of the option', () => {
    expect(() => csrfTokens({ onRefused: 'ignore' as 'pass' })).toThrow(
      expect.objectContaining({ code: 'OPTION_INVALID', option: 'csrfTokens.onRefused' }),
    );
  });
});
