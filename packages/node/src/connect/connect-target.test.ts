import { afterEach, describe, expect, it } from '@jest/globals';
import { canonicalPath, pathBelow, resolvedPath } from '@mortise/http-syntax';
import { factories } from '@mortise/message';
import type { ServerRequestInterface } from '@mortise/http-message';
import fc from 'fast-check';
import type { IncomingMessage } from 'node:http';
import { numRuns } from '../../../../tooling/properties/num-runs.js';
import { ask, innerResponse, passes, servingConnect } from '../../test/connect-serving.js';
import { answer, closeServers } from '../../test/serving.js';
import { lastGet, talk } from '../../test/wire.js';
import { type ConnectHandler, connectRequest, fromConnect } from '../index.js';
import { divideTarget } from './connect-target.js';

afterEach(closeServers);

/** Tells what `req` says, in the body of its response. */
const tells: ConnectHandler = (req, res) =>
  res.end(`${req.method} ${req.url} ${(req as { originalUrl?: string }).originalUrl}`);

async function told(target: string, path?: string): Promise<string> {
  return String(
    (await ask(tells, path === undefined ? {} : { options: { path } }, lastGet(target))).body,
  );
}

describe('the path of a mount', () => {
  it.each([
    ['/assets', '/assets/a.css?v=1', '/a.css?v=1'],
    ['/assets', '/assets', '/'],
    ['/assets', '/assets?v=1', '/?v=1'],
    ['/assets', '/assets/', '/'],
    ['/assets/', '/assets/a', '/a'],
    ['/assets', '/%61ssets/%61.css', '/%61.css'],
    ['/%61ssets', '/assets/a', '/a'],
    ['/a/b', '/a/b//c', '//c'],
    ['/assets', 'http://a/assets/a?b', '/a?b'],
    ['/assets', '/assets/%zz', '/%zz'],
    ['/', '/assets/a', '/assets/a'],
  ])('%s: is removed from %s in req.url, which is %s', async (path, target, url) => {
    expect(await told(target, path)).toBe(`GET ${url} ${target}`);
  });

  it.each(['/', '/asset', '/assetsa', '/Assetsa', '/a%2Fb', '/b/assets'])(
    'hides %s from a handler at /assets',
    async (target) => {
      const { body } = await ask(tells, { options: { path: '/assets' } }, lastGet(target));
      expect(String(body)).toBe('inner');
    },
  );

  it.each(['/x%zz', '//assets', '/x%2f..%2Fassets/a', '/./assets', '/assets%2Fa', '/ASSETS/a'])(
    'does not hide %s, which the handler at /assets sees in full',
    async (target) => {
      expect(await told(target, '/assets')).toBe(`GET ${target} ${target}`);
    },
  );

  it.each([
    ['/assets', '/assets/a?b', '/assets'],
    ['/assets', '/%61ssets?b', '/%61ssets'],
    ['/assets/', 'http://a/assets/', '/assets'],
    ['/', '/assets/a', undefined],
  ])('%s: is for %s the req.baseUrl of Express: %s', async (path, target, baseUrl) => {
    const seen: unknown[] = [];
    const looks: ConnectHandler = (req, _res, next) => {
      seen.push((req as { baseUrl?: string }).baseUrl);
      next();
    };
    const inner = (request: ServerRequestInterface) => {
      seen.push(connectRequest<{ baseUrl?: string }>(request).baseUrl);
      return answer('inner');
    };
    await ask(looks, { options: { path }, inner }, lastGet(target));
    expect(seen).toEqual([baseUrl, undefined]);
  });

  it('is restored in req.url when the inner application runs', async () => {
    const { body } = await ask(
      passes,
      {
        options: { path: '/a' },
        inner: (request) => {
          const { url } = connectRequest(request);
          return answer(`${url} ${request.getRequestTarget()} ${request.getUri().getPath()}`);
        },
      },
      lastGet('/a/b'),
    );
    expect(String(body)).toBe('/a/b /a/b /a/b');
  });

  it.each([
    ['/shop/assets/a', 'seen in full'],
    ['/shop/ASSETS', 'seen in full'],
    ['/%73hop/assets', 'seen in full'],
    ['/shopassets', 'hidden'],
    ['/assets/a', '/a'],
  ])('in an application whose routes are below /shop: %s is %s', (target, seen) => {
    const divided = divideTarget(target, '', '/assets', '/shop');
    const url = divided === null ? 'hidden' : divided.url;
    expect(url === target ? 'seen in full' : url).toBe(seen);
  });

  it.each(['assets', '/a\0', '/%zz', '/a//b'])('cannot be %j', (path) => {
    expect(() => fromConnect(passes, { path })).toThrow(
      expect.objectContaining({
        code: 'OPTION_INVALID',
      }),
    );
  });

  it('together with what the handler sees is the target (any path)', () => {
    const text = fc.constantFrom('/', '/a', '/%61', '//', '/%2F', '/b', '?', 'é', '%zz');
    const target = fc.array(text, { maxLength: 6 }).map((parts) => `/${parts.join('')}`);
    const mounts = fc.constantFrom('/a', '/a/a', '/b');
    fc.assert(
      fc.property(target, fc.constantFrom('', '/a'), mounts, (from, basePath, path) => {
        const divided = divideTarget(from, basePath, path, '');
        const [raw = ''] = from.split('?', 1);
        const below = pathBelow(raw, basePath) ?? raw;
        const canonical = canonicalPath(below);
        const resolved = canonical === null ? null : resolvedPath(canonical);
        const isOutside = resolved !== null && pathBelow(resolved, path) === null;
        expect(divided === null).toBe(pathBelow(below, path) === null && isOutside);
        if (divided === null) return;
        const { before, mount, url } = divided;
        // A slash was added where nothing else was left.
        expect([before + url, before + url.slice(1)]).toContain(from);
        expect(before.endsWith(mount) && url.startsWith('/')).toBe(true);
      }),
      { numRuns: numRuns() },
    );
  });
});

describe('req', () => {
  it('has the method and the target of the request that reaches the layer', async () => {
    const { body } = await ask(tells, {
      request: (request) => request.withMethod('PUT').withRequestTarget('/other'),
    });
    expect(String(body)).toBe('PUT /other /');
  });

  it('has its own method and target again when the response passes outward', async () => {
    let req: IncomingMessage | undefined;
    const seen: unknown[] = [];
    const { body, complete } = await ask(
      (incoming, res) => {
        req = incoming;
        seen.push(incoming.method, incoming.url);
        res.end('body');
      },
      {
        options: { path: '/a' },
        request: (request) => request.withMethod('GET'),
        outer: (response) => {
          seen.push(req?.method, req?.url);
          return response;
        },
      },
      lastGet('/a/b').replace('GET', 'HEAD'),
    );
    expect(seen).toEqual(['GET', '/b', 'HEAD', '/a/b']);
    expect([String(body), complete]).toEqual(['', true]);
  });

  it('keeps an originalUrl that it has already', async () => {
    const { body } = await ask(
      tells,
      {
        options: { path: '/assets' },
        request: (request) => {
          Object.assign(connectRequest(request), { originalUrl: '/outer/assets/a' });
          return request;
        },
      },
      lastGet('/assets/a'),
    );
    expect(String(body)).toBe('GET /a /outer/assets/a');
  });

  it('keeps the header Host if its url is changed, whatever the host of the URI', async () => {
    const { body } = await ask(
      (req, _res, next) => {
        req.url = '/b';
        next();
      },
      {
        request: (request) => request.withUri(request.getUri().withHost('other.test'), true),
        inner: (request) => answer(`${request.getHeaderLine('Host')} ${String(request.getUri())}`),
      },
    );
    expect(String(body)).toBe('a http://other.test/b');
  });

  it('passes changes of its url and method to the inner application', async () => {
    const { body } = await ask(
      (req, _res, next) => {
        Object.assign(req, { url: '/index.html?x=1', method: 'DELETE' });
        next();
      },
      {
        options: { path: '/app' },
        inner: (request) => {
          const { url, method } = connectRequest(request);
          const seen = [request.getMethod(), request.getRequestTarget(), String(request.getUri())];
          return answer(JSON.stringify([...seen, request.getQueryParams(), url, method]));
        },
      },
      lastGet('/app/deep/link?y=2'),
    );
    expect(JSON.parse(String(body))).toEqual([
      'DELETE',
      '/app/index.html?x=1',
      'http://a/app/index.html?x=1',
      { x: '1' },
      '/app/deep/link?y=2',
      'GET',
    ]);
  });

  it.each(['x', '', '*', 'http://a/admin', '?a', 5])(
    'cannot be changed to %j, which layers and Express would read differently',
    async (url) => {
      let calls = 0;
      const { status, errors } = await ask(
        (req, _res, next) => {
          Object.assign(req, { url });
          next();
        },
        { inner: () => answer(String((calls += 1))) },
      );
      const message = expect.stringContaining('expected a path that begins with "/"');
      expect(status).toBe(500);
      expect(errors).toMatchObject([{ code: 'TARGET_INVALID', message }]);
      expect(calls).toBe(0);
    },
  );

  it('also lacks the base path of the application', async () => {
    const around = { options: { path: '/assets' }, serve: { basePath: '/app' } };
    const { body } = await ask(tells, around, lastGet('/%61pp/assets/a'));
    expect(String(body)).toBe('GET /a /%61pp/assets/a');
    const changed = await ask(
      (req, _res, next) => {
        req.url = '/b?c';
        next();
      },
      {
        ...around,
        inner: (request) => {
          const uri = request.getUri();
          return answer([request.getRequestTarget(), uri.getPath(), uri].join(' '));
        },
      },
      lastGet('/app/assets/a'),
    );
    expect(String(changed.body)).toBe('/app/assets/b?c /assets/b http://a/app/assets/b?c');
  });

  it('is the same for all handlers, and is returned by connectRequest', async () => {
    const outer = fromConnect((req, _res, next) => {
      Object.assign(req, { session: { views: 7 }, who: () => (req as { name?: string }).name });
      next();
    });
    const { port } = await servingConnect(
      (req, res) => res.end(JSON.stringify((req as { session?: object }).session)),
      {
        request: (request) => {
          void outer.process(request, { handle: innerResponse });
          const req = connectRequest<{ session: { views: number }; who(): string; name?: string }>(
            request.withAttribute('a', 1),
          );
          req.session.views++;
          req.name = 'Ada';
          expect(req.who()).toBe('Ada');
          return request;
        },
      },
    );
    expect(await talk(port, lastGet())).toMatch(/\{"views":8\}$/);
  });

  it('is absent for a request that no server of this package received', () => {
    expect(() => connectRequest(factories.createServerRequest('GET', '/'))).toThrow(
      expect.objectContaining({ code: 'RAW_REQUEST_UNKNOWN' }),
    );
  });
});
