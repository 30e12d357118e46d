import { describe, expect, it } from '@jest/globals';
import { failingApps, recorder } from '../../test/failing-app.js';
import { implementations } from '../../../../tooling/testing/implementations.js';
import { requestsOf } from '../../test/requests-of.js';
import { createApp, HttpForbiddenException, HttpNotFoundException } from '../index.js';

const FORMATS = [
  'application/json',
  'application/problem+json',
  'application/xml',
  'text/html',
  'text/plain',
];

describe.each(implementations)(
  'an application without an error middleware, on %s',
  (_, factories) => {
    const { get } = requestsOf(factories);
    const failing = failingApps(factories);

    it('logs an unknown error in full, once, and hides it from the client', async () => {
      const { lines, logger } = recorder();
      const response = await failing(() => new Error('password is 123'), logger).handle(
        get('/x?a=1'),
      );
      expect(response.getStatusCode()).toBe(500);
      expect(await response.getBody().text()).not.toContain('password');
      expect(lines).toEqual([
        [
          'error',
          '500 Error: password is 123',
          // Without the query, which can hold secrets.
          { method: 'GET', target: '/x?\u2026', exception: new Error('password is 123') },
        ],
      ]);
    });

    it.each<[string, boolean, string, string]>([
      ['no error middleware', false, 'text/plain', '500 Internal Server Error\n'],
      [
        'no error middleware',
        false,
        'application/problem+json',
        '{"title":"Internal Server Error","status":500,"detail":"The server could not handle the request."}',
      ],
      ['addErrorMiddleware', true, 'text/plain', 'Application Error\n'],
      [
        'addErrorMiddleware',
        true,
        'application/problem+json',
        '{"title":"Internal Server Error","status":500,"detail":"A website error has occurred. Sorry for the temporary inconvenience."}',
      ],
    ])(
      "has the text of its status, or Slim's, with %s (%s) as %s",
      async (_how, isSlim, Accept, body) => {
        const app = failing(() => new Error('secret'));
        if (isSlim) app.addErrorMiddleware({ log: false });
        const response = await app.handle(get('/', { Accept }));
        expect(await response.getBody().text()).toBe(body);
      },
    );

    it('responds to an error of another package with its status and headers, without its text', async () => {
      const error = Object.assign(new Error('duplicate key: ann@example.test'), {
        status: 409,
        code: '23505',
        title: 'pg',
        detail: 'Key (email)=(ann@example.test) already exists.',
        problem: { table: 'users' },
        headers: { 'Retry-After': '7' },
      });
      const { lines, logger } = recorder();
      const app = failing(() => error, logger);
      const response = await app.handle(get('/', { Accept: 'application/problem+json' }));
      expect([response.getStatusCode(), response.getHeaderLine('Retry-After')]).toEqual([409, '7']);
      expect(JSON.parse(await response.getBody().text())).toEqual({
        title: 'Conflict',
        status: 409,
      });
      expect(lines.map(([level]) => level)).toEqual(['info']);
    });

    it('shows the message and code of an error with `expose: true` below 500', async () => {
      const problemOf = async (members: object): Promise<unknown> => {
        const app = failing(() => Object.assign(new Error('wait a while'), members));
        const response = await app.handle(get('/', { Accept: 'application/problem+json' }));
        return JSON.parse(await response.getBody().text());
      };
      const exposed = { code: 'TOO_FAST', detail: 'secret', expose: true };
      expect(await problemOf({ ...exposed, statusCode: 429 })).toEqual({
        title: 'Too Many Requests',
        status: 429,
        detail: 'wait a while',
        code: 'TOO_FAST',
      });
      expect(await problemOf({ ...exposed, status: 503 })).toEqual({
        title: 'Service Unavailable',
        status: 503,
        detail: 'The server could not handle the request.',
      });
    });

    it.each([500, 503])(
      'keeps the message of an error with status %d from the client',
      async (status) => {
        for (const expose of [true, false]) {
          const error = Object.assign(new Error('password is 123'), {
            status,
            code: 'SECRET',
            expose,
          });
          const app = failing(() => error);
          for (const Accept of FORMATS) {
            const response = await app.handle(get('/', { Accept }));
            expect(response.getStatusCode()).toBe(status);
            expect(await response.getBody().text()).not.toMatch(/password|SECRET/);
          }
        }
      },
    );

    it.each([200, 399, 600, 404.5, '404'])('ignores the status %j', async (status) => {
      const error = Object.assign(new Error('secret'), { status, code: 'X' });
      const response = await failing(() => error).handle(get('/'));
      expect(response.getStatusCode()).toBe(500);
      expect(await response.getBody().text()).not.toContain('secret');
    });

    it('responds to a thrown value that is not an error', async () => {
      const { lines, logger } = recorder();
      const response = await failing(() => 'just text', logger).handle(get('/'));
      expect(response.getStatusCode()).toBe(500);
      expect(lines[0]?.[1]).toContain('"just text" was thrown');
    });

    it('responds with the status of a thrown object that is not an error', async () => {
      const response = await failing(() => ({ status: 404, message: 'secret' })).handle(get('/'));
      expect(response.getStatusCode()).toBe(404);
      expect(await response.getBody().text()).not.toContain('secret');
    });

    it('responds with 500 if an error has an invalid header', async () => {
      const error = (incoming: Parameters<typeof get>[0]) => {
        const refused = new HttpForbiddenException(get(incoming));
        refused.headers = { 'X-A': 'a\r\nSet-Cookie: b' };
        return refused;
      };
      const response = await failing(() => error('/')).handle(get('/'));
      expect(response.getStatusCode()).toBe(500);
    });

    it('responds with 500 if its own page fails, and logs both errors', async () => {
      const { lines, logger } = recorder();
      const page = (): never => {
        throw new Error('no page');
      };
      const app = createApp({ factories, logger, errors: { fallback: 'html', page } });
      app.get('/', () => {
        throw new Error('x');
      });
      const response = await app.handle(get('/'));
      expect([response.getStatusCode(), await response.getBody().text()]).toEqual([
        500,
        '500 Internal Server Error\n',
      ]);
      expect(lines.map(([, message]) => message)).toEqual(['500 Error: x', '500 Error: no page']);
    });

    it('responds even if logging fails', async () => {
      const logger = {
        error() {
          throw new Error('the disk is full');
        },
        info: () => undefined,
      };
      expect((await failing(() => new Error('x'), logger).handle(get('/'))).getStatusCode()).toBe(
        500,
      );
    });

    it('prevents client input from starting a new line in the log', async () => {
      const { lines, logger } = recorder();
      await failing(() => new Error('a\r\nb\u2028c'), logger).handle(get('/'));
      expect(lines[0]?.[1]).toBe('500 Error: a b c');
    });

    it('throws errors under errors: false', async () => {
      const app = createApp({ factories, errors: false });
      app.get('/later', () => Promise.reject(new Error('x')));
      await expect(app.handle(get('/later'))).rejects.toThrow('x');
      expect(() => app.handle(get('/nowhere'))).toThrow(HttpNotFoundException);
    });
  },
);
