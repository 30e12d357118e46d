import { describe, expect, it } from '@jest/globals';
import { csrfTokens } from '@mortise/csrf';
import { session, sessionOf } from '@mortise/session';
import { memoryStore } from '@mortise/store';
import { implementations } from '../../../tooling/testing/implementations.js';
import { notedWarnings } from '../../../tooling/testing/noted-warnings.js';
import {
  type AppInterface,
  createApp,
  json,
  type MiddlewareFunction,
  ndjson,
  text,
} from '../src/index.js';
import { overSocket, type TestClient, type TestRequest } from '../src/testing/index.js';

const warnings = notedWarnings();

/** What each feature of development says: the code of its warning, or what is logged. */
const ALL = [
  'BODY_NOT_PARSED',
  'CSRF_TOKEN',
  'ERROR_NOT_SEEN',
  'SESSION_COOKIE_DROPPED',
  'await the promise a: JSON cannot represent it',
  'await the promise row: JSON cannot represent it',
  'has no effect: responses are immutable; write return response.withStatus(404)',
  'instead of response.json, write return json(response, data)',
];
const REQUESTS: readonly [method: string, path: string, request?: TestRequest][] = [
  ['POST', '/body', { json: [1] }],
  ['POST', '/form', { json: [1] }],
  ['GET', '/session', { headers: { Host: 'shop.test' } }],
  ['GET', '/promise'],
  ['GET', '/rows'],
  ['GET', '/status'],
  ['GET', '/hint'],
];

const ENVIRONMENTS = [undefined, 'test', 'production'];
const SETTINGS = [undefined, true, false];
const PAIRS = SETTINGS.flatMap((first) => SETTINGS.map((second) => [first, second] as const));

describe.each(implementations)('development, over a socket, on %s', (_name, factories) => {
  const logs: string[] = [];
  const logger = {
    error: (line: string, { exception }: { exception?: unknown } = {}) =>
      void logs.push(`${line} ${String(exception)}`),
    info: (line: string) => void logs.push(line),
  };

  /** An application in which each feature has something to report. */
  const featured = (development: boolean | undefined, layers: readonly MiddlewareFunction[]) => {
    const app = createApp({
      ...{ factories, logger, layers },
      ...(development !== undefined && { development }),
    });
    const visited = { layers: [session({ store: memoryStore(), cookie: { secure: false } })] };
    app.post('/body', (request, response) => json(response, request.getParsedBody()));
    app.post('/form', (_request, response) => response, {
      layers: [...visited.layers, csrfTokens()],
    });
    app.get(
      '/session',
      (request, response) => {
        sessionOf(request).set('a', 1);
        return response;
      },
      { layers: [session({ store: memoryStore() })] },
    );
    app.get('/promise', (_request, response) => json(response, { a: Promise.resolve(1), b: {} }));
    app.get('/rows', (request, response) =>
      ndjson(request, response, [{ row: Promise.resolve(1) }]),
    );
    app.get('/status', (_request, response) => Object.assign(response, { statusCode: 404 }));
    app.get('/hint', (_request, response) => (response as never as Response).json() as never);
    return app;
  };

  /** A layer that waits for errors. */
  const waiting: MiddlewareFunction = async (request, handler) => {
    try {
      return await handler.handle(request);
    } catch (error) {
      logs.push('seen');
      throw error;
    }
  };

  /** A client of a server that notes the errors of bodies. */
  const clientOf = (app: AppInterface) =>
    overSocket(app, { onError: (error) => void logs.push(String(error)) });

  /** Sends the requests, and returns what was reported. */
  const reported = async (client: TestClient, prefix = '') => {
    logs.length = 0;
    const before = warnings.length;
    for (const [method, path, request] of REQUESTS) {
      await client.request(method, prefix + path, request).catch(() => undefined);
    }
    const codes = warnings.slice(before).map(({ code = '' }) => code);
    const all = [...codes, ...ALL.filter((part) => logs.some((line) => line.includes(part)))];
    return all.toSorted();
  };

  const enter = (environment: string | undefined) => {
    if (environment === undefined) delete process.env['NODE_ENV'];
    else process.env['NODE_ENV'] = environment;
    return (development: boolean | undefined) =>
      (development ?? environment !== 'production') ? ALL : [];
  };

  const cases = [undefined, 'production'].flatMap((environment) =>
    PAIRS.map(([first, second]) => [environment, first, second] as const),
  );

  it.each(cases)(
    'under NODE_ENV %j, %j of one application and %j of another decide for their own requests',
    async (environment, first, second) => {
      const expected = enter(environment);
      const apps = [first, second].map((each) => featured(each, [waiting]));
      const clients = apps.map(clientOf);
      for (const [at, client] of clients.entries()) {
        expect(await reported(client)).toEqual(expected([first, second][at]));
      }
      for (const client of clients) await client.close();
    },
  );

  it.each(cases)(
    'under NODE_ENV %j, %j decides outside a mount, and %j inside',
    async (environment, outside, inside) => {
      const expected = enter(environment);
      const app = featured(outside, []);
      app.mount('/in', featured(inside, [waiting]));
      const client = clientOf(app);
      expect(await reported(client, '/in')).toEqual(expected(inside));
      expect(await reported(client)).toEqual(
        expected(outside).filter((each) => each !== 'ERROR_NOT_SEEN'),
      );
      await client.close();
    },
  );

  it.each(ENVIRONMENTS)('without an application, NODE_ENV %j decides', async (environment) => {
    const expected = enter(environment);
    const kept = session({ store: memoryStore(), cookie: { secure: false } });
    const forms = csrfTokens();
    const inner = { handle: () => factories.createResponse() };
    const client = overSocket({
      factories,
      handle: (request) =>
        kept.process(request, { handle: (visit) => forms.process(visit, inner) }),
    });
    await client.post('/form', { form: { a: '1' } });
    expect(warnings.map(({ code }) => code)).toEqual(
      expected(undefined).filter((each) => each === 'CSRF_TOKEN'),
    );
    await client.close();
  });

  it('is that of the application whose layer reads the body, around a mount', async () => {
    for (const [outside, inside, count] of [
      [true, false, 1],
      [false, true, 0],
    ] as const) {
      const before = warnings.length;
      const outer = createApp({ factories, development: outside });
      const inner = createApp({ factories, development: inside });
      inner.post('/', (_request, response) => text(response, 'inside'));
      outer.mount('/in', inner);
      outer.add(async (request, handler) => {
        const response = await handler.handle(request);
        request.getParsedBody();
        return response;
      });
      const client = overSocket(outer);
      const response = await client.post('/in', { json: [1] });
      await client.close();
      expect(await response.getBody().text()).toBe('inside');
      expect(warnings.slice(before)).toHaveLength(count);
    }
  });
});
