import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type {
  RequestHandlerInterface,
  ResponseInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import { numRuns } from '../../../../tooling/properties/num-runs.js';
import { implementations } from '../../../../tooling/testing/implementations.js';
import { requestsOf } from '../../test/requests-of.js';
import {
  createApp,
  type MiddlewareFunction,
  requestPath,
  RouteContext,
  underPath,
} from '../index.js';

describe.each(implementations)('on %s', (_implementation, factories) => {
  const { get } = requestsOf(factories);
  describe('underPath', () => {
    it.each([
      ['/admin', true],
      ['/admin/', true],
      ['/admin/users', true],
      ['/%61dmin/users', true],
      ['/%00', true],
      ['/administrator', false],
      ['/Admin', true],
      ['/ADMIN/users', true],
      ['/ADMINISTRATOR', false],
      ['//admin', true],
      ['/admin%2Fusers', true],
      ['/%2Fadmin', true],
      ['/x%2f..%2fadmin', true],
      ['/x%5C..%5Cadmin', true],
      ['/./admin', true],
      ['/x/../admin/users', true],
      ['/x/%2e%2e/admin', true],
      ['/admin/../x', true],
      ['/x//../admin', true],
      ['/x/..', true],
      ['/x%2Fadmin', false],
      ['/admin%2Fx/../../y', true],
      ['/x//admin', false],
      ['/x/admin', false],
    ])('with /admin sees the path %s: %j', async (path, sees) => {
      let seen = false;
      const app = createApp({ factories });
      app.add(
        underPath('/admin', (request, handler) => {
          seen = true;
          return handler.handle(request);
        }),
      );
      await app.handle(get(path));
      expect(seen).toBe(sees);
    });

    it.each([
      ['/shop/admin', true],
      ['/shop/Admin/users', true],
      ['/shop//admin', true],
      ['/%73hop/%61dmin', true],
      ['/admin', true],
      ['/shop/administrator', false],
      ['/shop/x/admin', false],
      ['/shopadmin', false],
    ])('with /admin in an application below /shop sees the path %s: %j', async (path, sees) => {
      let seen = false;
      const app = createApp({ factories, basePath: '/shop' });
      const guard: MiddlewareFunction = (request, handler) => {
        seen = true;
        return handler.handle(request);
      };
      app.add(underPath('/admin', guard));
      await app.handle(get(path));
      expect(seen).toBe(sees);
    });

    it.each(['admin', 'admin/users', '%61dmin/users'])(
      'sees the path %s that a layer has set, which routing reads with a slash',
      async (path) => {
        const seen: string[] = [];
        const app = createApp({ factories });
        app.get('/admin[/{rest}]', (_request, response) => response.withHeader('X-Read', 'yes'));
        app.add(
          underPath('/admin', (request, handler) => {
            seen.push(requestPath(request) ?? '');
            return handler.handle(request);
          }),
        );
        app.add((request, handler) =>
          handler.handle(request.withUri(request.getUri().withPath(path))),
        );
        expect((await app.handle(get(`/v1/${path}`))).getHeaderLine('X-Read')).toBe('yes');
        expect(seen).toEqual([`/${path.replace('%61', 'a')}`]);
      },
    );

    it.each([
      ...['/admin/*', '/*', '/{tenant}/admin', '/admin/**/x', '/users/:id', '/admin[/]', '/adm*'],
      ...['/*adm', '/adm*/x', '/a**b'],
      ...['/admin?x', '/admin#x', '/admin/../users', '//admin'],
    ])('refuses %s, whose guard would never run', (prefix) => {
      const guard: MiddlewareFunction = (request, handler) => handler.handle(request);
      expect(() => underPath(prefix, guard)).toThrow(
        expect.objectContaining({ code: 'BASE_PATH_INVALID', value: prefix }),
      );
    });

    it.each([
      ['/admin/', '/admin', true],
      ['/admin/', '/admin/x', true],
      ['/%61dmin', '/admin/x', true],
      ['/admin/', '/administrator', false],
      ['/', '/anything', true],
      ['/', '/', true],
    ])('with %s covers %s: %j', async (prefix, path, covers) => {
      const seen: string[] = [];
      const guard = {
        label: 'guard',
        process(request: ServerRequestInterface, handler: RequestHandlerInterface) {
          seen.push(this.label);
          return handler.handle(request);
        },
      };
      const app = createApp({ factories });
      app.add(underPath(prefix, guard));
      await app.handle(get(path));
      expect(seen).toEqual(covers ? ['guard'] : []);
    });

    it.each([
      ['auth'],
      [null],
      [{}],
      [[]],
      [
        class Guard {
          readonly name = 'guard';
        },
      ],
    ])('refuses %p, which is not middleware', (value: unknown) => {
      expect(() => underPath('/admin', value as MiddlewareFunction)).toThrow(
        expect.objectContaining({
          code: 'MIDDLEWARE_INVALID',
          value,
          message: expect.stringMatching(/^invalid middleware: received .+; expected a function/),
        }),
      );
    });

    it('refuses several layers, of which only one would guard the prefix', () => {
      const pass: MiddlewareFunction = (request, handler) => handler.handle(request);
      expect(() => Reflect.apply(underPath, null, ['/admin', pass, pass]) as unknown).toThrow(
        expect.objectContaining({
          code: 'MIDDLEWARE_INVALID',
          message: 'underPath takes one middleware: received 2; call underPath for each',
        }),
      );
    });

    it.each(['', 'admin', '/%zz', '/a\\b'])('refuses the prefix %j', (prefix) => {
      expect(() => underPath(prefix, (request, handler) => handler.handle(request))).toThrow(
        expect.objectContaining({ code: 'BASE_PATH_INVALID', value: prefix }),
      );
    });
  });

  describe('middleware on a group, and under its prefix', () => {
    const text = fc.constantFrom('admin', 'ad', 'min', 'a', 'ADMIN', 'x', 'é', 'users');
    const separator = fc.constantFrom(
      '/',
      '//',
      '/./',
      '/../',
      '%2F',
      '%2f',
      '%5C',
      ';',
      '/%2e%2e/',
      '',
    );
    const spelling = fc
      .array(fc.tuple(separator, text, fc.constantFrom(0, 1, 2)), { minLength: 1, maxLength: 5 })
      .map(
        (pieces) => `/${pieces.map(([before, word, way]) => before + spelled(word, way)).join('')}`,
      );

    it('runs for every request that reaches a route of the group, however its path is encoded', async () => {
      let ran: string[] = [];
      const noting =
        (name: string): MiddlewareFunction =>
        (request, handler) => {
          ran.push(name);
          return handler.handle(request);
        };
      const app = createApp({ factories });
      app
        .group('/admin', (group) => {
          group.get('', reached);
          group.get('/{rest:.*}', reached);
        })
        .add(noting('group'));
      app.get('/{first}/{rest:.*}', (_request, response) => response);
      app.get('/{first}', (_request, response) => response);
      app.add(underPath('/admin', noting('prefix')));
      await fc.assert(
        fc.asyncProperty(spelling, async (path) => {
          ran = [];
          const response = await app.handle(get(path));
          const inGroup = response.getHeaderLine('X-Pattern').startsWith('/admin');
          expect(ran).toEqual(
            inGroup ? ['prefix', 'group'] : ran.filter((name) => name === 'prefix'),
          );
        }),
        { numRuns: numRuns() },
      );
    });
  });

  function reached(
    request: ServerRequestInterface,
    response: ResponseInterface,
  ): ResponseInterface {
    const pattern = RouteContext.fromRequest(request).getRoute()?.getPattern() ?? '';
    return response.withHeader('X-Pattern', pattern);
  }

  /** A word plain, wholly escaped, or with its first letter escaped. */
  function spelled(word: string, way: number): string {
    if (way === 0) return word;
    const escaped = [...new TextEncoder().encode(word)].map(
      (byte) => `%${byte.toString(16).padStart(2, '0')}`,
    );
    return way === 1 ? escaped.join('') : `${escaped[0] ?? ''}${word.slice(1)}`;
  }
});
