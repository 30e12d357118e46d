import { describe, expect, it } from '@jest/globals';
import type { ResponseInterface } from '@mortise/http-message';
import { implementations } from '../../../tooling/testing/implementations.js';
import { requestsOf } from '../test/requests-of.js';
import { type ContainerInterface, createApp, perRequest, text } from './index.js';

describe.each(implementations)('perRequest on %s', (_name, factories) => {
  const { get } = requestsOf(factories);
  const containerOf = (create: () => unknown): ContainerInterface => ({
    has: (id) => id === 'entry',
    get: create,
  });
  const ok = () => factories.createResponse(204);

  it('names the entry and the remedy if two requests get one object', async () => {
    class Shared {
      show = ok;
    }
    const shared = new Shared();
    const app = createApp({ factories, container: containerOf(() => shared), errors: false });
    app.get('/', perRequest('entry:show'));
    await app.handle(get('/'));
    expect(() => app.handle(get('/'))).toThrow(
      expect.objectContaining({
        code: 'CONTAINER_ENTRY_SHARED',
        value: shared,
        message:
          'the container returned an instance of Shared for perRequest("entry:show"), but another request already received it; expected a new instance for each request: create it in each get() call, and do not cache it',
      }),
    );
  });

  it('refuses one object for two requests of different routes', async () => {
    const shared = { show: ok, list: ok };
    const app = createApp({ factories, container: containerOf(() => shared), errors: false });
    app.get('/a', perRequest('entry:show'));
    app.get('/b', perRequest('entry:list'));
    await app.handle(get('/a'));
    expect(() => app.handle(get('/b'))).toThrow(/but another request already received it/);
  });

  class Act {
    invoke = ok;
  }
  it.each<[string, unknown]>([
    ['the class Act', Act],
    ['an instance of Act', new Act()],
    ['an object', { invoke: ok }],
    ['an array', ['Act', 'invoke']],
    ['a function', () => ok],
    ['undefined', undefined],
  ])('refuses %s in place of a name', (received, name) => {
    expect(() => perRequest(name as string)).toThrow(
      expect.objectContaining({
        code: 'CALLBACK_INVALID',
        message: `invalid perRequest: received ${received}; expected the name of a container entry, such as "Act:invoke"`,
        value: name,
      }),
    );
  });

  it('takes one object for middleware and handler of one request', async () => {
    let current = {};
    const container = containerOf(() => current);
    const app = createApp({ factories, container });
    app.get('/', perRequest('entry:show')).add(perRequest('entry:guard'));
    const statuses = [];
    for (let n = 0; n < 2; n += 1) {
      current = {
        show: ok,
        guard: (request: never, handler: { handle: (request: never) => unknown }) =>
          handler.handle(request),
      };
      statuses.push((await app.handle(get('/'))).getStatusCode());
    }
    expect(statuses).toEqual([204, 204]);
  });

  it.each<[string, unknown]>([
    ['an object with handle', { handle: ok }],
    ['an object with invoke', { invoke: ok }],
  ])('resolves a name without a method as %s', async (_kind, entry) => {
    const app = createApp({ factories, container: containerOf(() => Object.assign({}, entry)) });
    app.get('/', perRequest('entry'));
    expect((await app.handle(get('/'))).getStatusCode()).toBe(204);
  });

  it('resolves middleware with process for each request', async () => {
    let created = 0;
    const container = containerOf(() => {
      created += 1;
      return {
        process: (request: never, handler: { handle: (request: never) => unknown }) =>
          handler.handle(request),
      };
    });
    const app = createApp({ factories, container });
    app.get('/', ok);
    app.add(perRequest('entry'));
    await app.handle(get('/'));
    await app.handle(get('/'));
    expect(created).toBe(2);
  });

  it('calls the handler by the strategy of its route', async () => {
    const container = containerOf(() => ({
      show: (_request: unknown, response: ResponseInterface, id: string) => text(response, id),
    }));
    const app = createApp({ factories, container });
    app.get('/{id}', perRequest('entry:show')).setInvocationStrategy({
      invoke: (callback, request, response, args) => callback(request, response, args['id']),
    });
    expect(await (await app.handle(get('/7'))).getBody().text()).toBe('7');
  });

  it('reports a missing entry with the name of it, at each request', () => {
    const app = createApp({ factories, container: containerOf(ok), errors: false });
    app.get('/', perRequest('Home:invoke'));
    for (let n = 0; n < 2; n += 1) {
      expect(() => app.handle(get('/'))).toThrow('the container has no entry "Home"');
    }
  });

  it('names the layer in explanations', () => {
    const app = createApp({ factories, container: containerOf(ok) });
    app.add(perRequest('entry'));
    expect(app.explain()).toContain('middleware "entry"');
  });
});
