/** No secret of a request is in anything that an application writes about it, whatever happens to the request. */
import { inspect } from 'node:util';
import { afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { HttpFactoriesInterface } from '@mortise/http-message';
import { factories as lazy } from '@mortise/message/node';
import { factories as plain } from '@mortise/message-plain/node';
import type { MiddlewareFunction } from 'mortise';
import { freePort } from '../setup/free-port.js';
import { type Adapter, adapters, type Ask } from './adapters.js';
import { secretsApp } from './secrets-app.js';

const PLANTED = {
  query: 'planted-in-query',
  authorization: 'planted-in-authorization',
  cookie: 'planted-in-cookie',
  password: 'planted-in-password',
};
const BASIC = Buffer.from(`ann:${PLANTED.authorization}`).toString('base64');
const FORM = 'application/x-www-form-urlencoded';

const implementations: readonly (readonly [string, HttpFactoriesInterface])[] = [
  ['@mortise/message', lazy],
  ['@mortise/message-plain', plain],
];
/** Each adapter, with the implementations in turn, and the last one with both: hundreds of requests for each. */
const [last] = adapters.toReversed() as [(typeof adapters)[number]];
const ways = [...adapters, last].map(([adapter, send], index) => {
  const [name, factories] = implementations[index % 2] as (typeof implementations)[number];
  return [`${adapter}, ${name}`, send, factories] as const;
});

/** The URL of a port on which nothing listens. */
let closed: string;
beforeAll(async () => {
  closed = `http://127.0.0.1:${await freePort()}`;
});
afterEach(() => {
  jest.restoreAllMocks();
});

const bodies: readonly (readonly [type: string, body: string])[] = [
  ['application/json', JSON.stringify({ name: 'ann', password: PLANTED.password })],
  ['application/json', `{"name":"ann","password":"${PLANTED.password}"`],
  ['application/json', `{"password":${PLANTED.password}}`],
  [FORM, `name=ann&password=${PLANTED.password}`],
  [FORM, `${'a=&'.repeat(1_001)}password=${PLANTED.password}`],
  [
    'multipart/form-data; boundary=b',
    `--b\r\nContent-Disposition: form-data; name="password"\r\n\r\n${PLANTED.password}\r\n--b--\r\n`,
  ],
  [
    'multipart/form-data; boundary=b',
    `--b\r\nContent-Disposition: form-data; name="password"\r\n\r\n${PLANTED.password}`,
  ],
  ['application/xml', `<a><password>${PLANTED.password}</a>`],
  ['text/plain; =', PLANTED.password],
];
const paths = [
  ...['/saved', '/fails', '/refused', '/slow', '/bearer', '/basic', '/typed', '/forwarded'],
  ...['/called', '/nowhere', '/%00', '/token/'],
];

/** Every request, with all secrets; those of a session have its cookie and its token. */
function requests(cookie: string, token: string): Ask[] {
  const headers = (scheme: string) => ({
    Authorization: scheme,
    Cookie: `${cookie}; login=${PLANTED.cookie}`,
    Accept: 'application/json',
  });
  const schemes = [`Bearer ${PLANTED.authorization}`, `Basic ${BASIC}`, PLANTED.authorization];
  const reads = paths.flatMap((path) =>
    ['GET', 'DELETE'].flatMap((method) =>
      schemes.map((scheme) => ({
        ...{ method, path: `${path}?token=${PLANTED.query}` },
        headers: { ...headers(scheme), 'X-CSRF-Token': token },
      })),
    ),
  );
  const writes = ['/saved', '/fails', '/typed', '/forwarded'].flatMap((path) =>
    bodies.map(([type, body]) => ({
      ...{ method: 'POST', path: `${path}?token=${PLANTED.query}`, body },
      headers: { ...headers(schemes[0] as string), 'Content-Type': type, 'X-CSRF-Token': token },
    })),
  );
  const foreign = writes.map((ask) => ({
    ...ask,
    headers: { ...ask.headers, 'X-CSRF-Token': `${PLANTED.cookie}-wrong` },
  }));
  return [...reads, ...writes, ...foreign];
}

/** @returns what was written with a secret in it: where, and which secret */
async function leaks(
  adapter: Adapter,
  factories: HttpFactoriesInterface,
  layer?: (log: (line: string) => void) => MiddlewareFunction,
) {
  const written: (readonly [source: string, text: string])[] = [];
  const write = (source: string, line: string) => void written.push([source, line]);
  for (const method of ['log', 'info', 'warn', 'error', 'debug'] as const) {
    jest.spyOn(console, method).mockImplementation((...values) => {
      write('console', values.map((value) => inspect(value, { depth: 9 })).join(' '));
    });
  }
  const onError = (error: unknown) => {
    write('onError', inspect(error, { depth: 9 }));
  };
  const { app, registry, close } = secretsApp(factories, write, closed, layer);
  const served = await adapter.serve(app, { onError });
  const page = await served.send({ method: 'GET', path: '/token', headers: {} });
  const cookie = page.headers['set-cookie']?.split(';')[0] ?? '';
  const token = String(page.body);
  const statuses = new Set<number>();
  for (const ask of requests(cookie, token)) {
    const { status, body } = await served.send(ask);
    statuses.add(status);
    if (status >= 400) write('response', String(body));
  }
  await served.close();
  write('metrics', await registry.metrics());
  await close();
  const secrets = { ...PLANTED, basic: BASIC, session: cookie.split('=')[1] ?? '', token };
  const found = written.flatMap(([source, line]) =>
    Object.entries(secrets)
      .filter(([, secret]) => line.includes(secret))
      .map(([name]) => `${name} in ${source}: ${line.slice(0, 500)}`),
  );
  return { found: [...new Set(found)], statuses, sources: new Set(written.map(([from]) => from)) };
}

describe.each(ways)('over %s', (_name, send, factories) => {
  it('neither logs, traces, metrics, reports nor errors have a secret of the request', async () => {
    const { found, statuses, sources } = await leaks(send, factories);
    expect(found).toEqual([]);
    // Each of these ways of a request was taken, and each kind of output has been written.
    for (const status of [200, 400, 401, 403, 404, 409, 413, 422, 500, 502, 503])
      expect([...statuses]).toContain(status);
    expect([...sources]).toEqual(expect.arrayContaining(['log', 'trace', 'metrics', 'response']));
  });
});

describe('a layer that logs requests', () => {
  let found: readonly string[] = [];
  beforeAll(async () => {
    ({ found } = await leaks(last[1], lazy, (log) => (request, handler) => {
      log(`${request.getRequestTarget()} ${JSON.stringify(request.getHeaders())}`);
      return handler.handle(request);
    }));
  });

  it.each(Object.keys(PLANTED).filter((name) => name !== 'password'))(
    'is found by the %s of a request',
    (name) => {
      expect(found).toContainEqual(expect.stringMatching(new RegExp(`^${name} in log`)));
    },
  );
});
