import type { HttpFactoriesInterface } from '@mortise/http-message';
import { SESSION, session } from '@mortise/session';
import { memoryStore } from '@mortise/store';
import { createApp, text } from 'mortise';
import { inProcess, type TestRequest } from 'mortise/testing';
import { CSRF, csrfTokens } from '../src/index.js';

/** Pages that give the token out, and a form that needs it. */
export function appWith(
  factories: HttpFactoriesInterface,
  options: Parameters<typeof csrfTokens>[0] = {},
) {
  const app = createApp({ body: {}, factories });
  app.get('/', (request, response) =>
    text(response, JSON.stringify(request.getAttribute(CSRF)?.generateToken())),
  );
  app.get('/login', (request, response) => {
    const token = request.getAttribute(CSRF);
    token?.getTokenValue();
    request.getAttribute(SESSION)?.regenerate();
    return text(
      response,
      JSON.stringify({ csrf_name: token?.getTokenName(), csrf_value: token?.getTokenValue() }),
    );
  });
  const { promise, resolve } = bothArrived();
  app.get('/both', async (request, response) => {
    resolve();
    await promise;
    return text(response, JSON.stringify(request.getAttribute(CSRF)?.generateToken()));
  });
  app.get('/forget', (request, response) => {
    request.getAttribute(SESSION)?.regenerate();
    return text(response, '{}');
  });
  app.get('/plain', (_request, response) => text(response, ''));
  app.get('/attributes', (request, response) =>
    text(
      response,
      `${String(request.getAttribute('csrf_name'))} ${String(request.getAttribute('csrf_value'))}`,
    ),
  );
  app.post('/', (_request, response) => text(response, 'done'));
  app.add(csrfTokens(options));
  app.add(session({ store: memoryStore() }));
  return app;
}

/** `promise` resolves when `resolve` was called twice: two requests have loaded their session. */
export function bothArrived() {
  let arrived = 0;
  let settle: () => void = () => undefined;
  const promise = new Promise<void>((resolve) => (settle = resolve));
  const resolve = () => {
    arrived += 1;
    if (arrived === 2) settle();
  };
  return { promise, resolve };
}

/** A visitor who has loaded a page with a form. */
export async function visit(factories: HttpFactoriesInterface, app = appWith(factories)) {
  const client = inProcess(app);
  const jar = { cookie: '' };
  const page = async (target = '/'): Promise<Record<string, string>> => {
    const response = await client.get(target, { headers: { Cookie: jar.cookie } });
    const [line] = response.getHeader('Set-Cookie');
    if (line !== undefined) jar.cookie = line.split(';')[0] ?? '';
    return JSON.parse(await response.getBody().text()) as Record<string, string>;
  };
  const post = async ({ headers, ...request }: TestRequest): Promise<number> =>
    (
      await client.post('/', { ...request, headers: { ...headers, Cookie: jar.cookie } })
    ).getStatusCode();
  return { form: await page(), page, post };
}
