import { afterEach, describe, expect, it } from '@jest/globals';
import { toFetchHandler } from '@mortise/fetch';
import { httpCache } from '@mortise/http-cache';
import type { HttpFactoriesInterface, ServerRequestInterface } from '@mortise/http-message';
import { eventStream } from '@mortise/sse';
import { memoryStore } from '@mortise/store';
import { createApp, ndjson } from 'mortise';
import { overSocket } from 'mortise/testing';
import { implementations } from '../../../tooling/testing/implementations.js';
import { notedWarnings } from '../../../tooling/testing/noted-warnings.js';
import { cookieSession, flashOf, session, sessionOf } from '../src/index.js';

const warnings = notedWarnings();
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

type App = ReturnType<typeof createApp>;

/** What a client sees of a response. */
interface Seen {
  readonly status: number;
  readonly cookie: string;
  readonly cacheControl: string;
  readonly vary: string;
  readonly content: string;
}

type Ask = (path: string, cookie?: string) => Promise<Seen>;

const transports: Readonly<Record<string, (app: App, onError: (error: unknown) => void) => Ask>> = {
  socket(app, onError) {
    const client = overSocket(app, { onError });
    closing.push(() => client.close());
    return async (path, Cookie = '') => {
      const response = await client.get(path, { headers: { Cookie } });
      const line = (name: string) => response.getHeaderLine(name);
      return {
        status: response.getStatusCode(),
        cookie: line('Set-Cookie').split(';')[0] ?? '',
        cacheControl: line('Cache-Control'),
        vary: line('Vary'),
        content: await response.getBody().text(),
      };
    };
  },
  fetch(app, onError) {
    const handler = toFetchHandler(app, { onError, clientOf: () => ({ address: '127.0.0.1' }) });
    return async (path, Cookie = '') => {
      const request = new Request(`http://a.example${path}`, { headers: { Cookie } });
      const response = await handler(request);
      return {
        status: response.status,
        cookie: response.headers.getSetCookie()[0]?.split(';')[0] ?? '',
        cacheControl: response.headers.get('Cache-Control') ?? '',
        vary: response.headers.get('Vary') ?? '',
        content: await response.text(),
      };
    };
  },
};

const kinds = {
  session: () => session({ store: memoryStore(), cookie: { secure: false } }),
  cookieSession: () => cookieSession({ keys: ['k'.repeat(32)], cookie: { secure: false } }),
};

const cases = implementations.flatMap(([implementation, factories]) =>
  (['session', 'cookieSession'] as const).flatMap((kind) =>
    Object.keys(transports).map((via) => [kind, via, implementation, factories] as const),
  ),
);

describe.each(cases)('a streamed body and %s, over %s, with %s', (kind, via, _, factories) => {
  const start = async () => {
    const errors: unknown[] = [];
    const app = appOf(factories);
    app.add(kinds[kind]());
    app.add(httpCache({ type: 'public', maxAge: 60 }));
    const ask = transports[via]?.(app, (error) => errors.push(error)) as Ask;
    const { cookie } = await ask('/login');
    return { ask, cookie, errors };
  };
  const refused = (what: string) =>
    expect.objectContaining({
      code: 'SESSION_COMMITTED',
      message: expect.stringContaining(`${what} was first read while the body was streamed`),
    });

  it('that is the first to read the session fails instead of being public', async () => {
    const { ask, cookie, errors } = await start();
    const { status, cacheControl, content } = await ask('/late', cookie);
    expect([status, content.includes('ada')]).toEqual([500, false]);
    expect(cacheControl).not.toContain('public');
    expect(errors).toEqual([refused('the session')]);
  });

  it('can read a session that the handler has read, and is private', async () => {
    const { ask, cookie, errors } = await start();
    expect(await ask('/early', cookie)).toMatchObject({
      status: 200,
      cacheControl: 'private, no-cache',
      vary: expect.stringContaining('Cookie'),
      content: '{"mine":"ada"}\n',
    });
    expect(errors).toEqual([]);
  });

  it('can be the first to read the session if no cache stores it', async () => {
    const { ask, cookie, errors } = await start();
    const { content } = await ask('/events', cookie);
    expect([content.includes('"ada"'), errors]).toEqual([true, []]);
  });

  it('that is the first to read a flash message gets none, and the next page shows the message', async () => {
    const { ask, cookie, errors } = await start();
    const { status, content } = await ask('/late-flash', cookie);
    expect([status, content]).toEqual([200, 'null\n']);
    // No header says that the response depends on the session, so it must not.
    const shared = await ask('/late-public', cookie);
    expect([shared.cacheControl, shared.content]).toEqual(['public, max-age=60', '[{},false]\n']);
    expect(errors).toEqual([]);
    expect(warnings.map(({ code }) => code)).toContain('FLASH_LATE');
    expect((await ask('/flash', cookie)).content).toBe('["Welcome"]\n["Welcome"]\n');
  });

  it('can read a flash message that the handler has shown, once', async () => {
    const { ask, cookie, errors } = await start();
    const { content, cacheControl, cookie: next } = await ask('/flash', cookie);
    expect([content, cacheControl]).toEqual(['["Welcome"]\n["Welcome"]\n', 'private, no-store']);
    expect((await ask('/flash', next || cookie)).content).toBe('null\nnull\n');
    expect(errors).toEqual([]);
  });

  it('does not keep code that runs after it from reading the session', async () => {
    const { ask, cookie, errors } = await start();
    const users: unknown[] = [];
    noteUsers = (user) => users.push(user);
    await ask('/afterwards', cookie);
    expect([users, errors]).toEqual([['ada'], []]);
  });
});

let noteUsers: (user: unknown) => void = () => undefined;

function appOf(factories: HttpFactoriesInterface): App {
  const logger = { error: () => undefined, info: () => undefined };
  const app = createApp({ factories, logger });
  const userOf = (request: ServerRequestInterface) => sessionOf(request).get('user');
  async function* late<Row>(...reads: readonly (() => Row | Promise<Row>)[]) {
    for (const read of reads) yield await read();
  }
  app.get('/login', (request, response) => {
    sessionOf(request).set('user', 'ada');
    flashOf(request).addMessage('notice', 'Welcome');
    return response;
  });
  app.get('/late', (request, response) =>
    ndjson(
      request,
      response,
      late(() => ({ mine: userOf(request) })),
    ),
  );
  app.get('/early', (request, response) => {
    userOf(request);
    return ndjson(
      request,
      response,
      late(() => ({ mine: userOf(request) })),
    );
  });
  app.get('/events', (request, response) => {
    const event = () => ({ data: JSON.stringify(userOf(request)) });
    return eventStream(request, response, late(event));
  });
  app.get('/late-flash', (request, response) =>
    ndjson(
      request,
      response.withHeader('Cache-Control', 'no-store'),
      late(() => flashOf(request).getMessage('notice')),
    ),
  );
  app.get('/late-public', (request, response) =>
    ndjson(
      request,
      response,
      late(() => [flashOf(request).getMessages(), flashOf(request).hasMessage('notice')]),
    ),
  );
  app.get('/flash', (request, response) => {
    const shown = flashOf(request).getMessage('notice');
    return ndjson(
      request,
      response,
      late<unknown>(
        () => shown,
        () => flashOf(request).getMessage('notice'),
      ),
    );
  });
  app.get('/afterwards', (request, response) => {
    request.getLifetime().onEnd(() => {
      noteUsers(userOf(request));
    });
    return ndjson(
      request,
      response,
      late(() => 'row'),
    );
  });
  return app;
}
