import { describe, expect, it } from '@jest/globals';
import type { ResponseInterface } from '@mortise/http-message';
import { implementations } from '../../../tooling/testing/implementations.js';
import { requestsOf } from '../test/requests-of.js';
import { type ContainerInterface, createApp, text } from './index.js';

describe.each(implementations)('on %s', (_implementation, factories) => {
  const { get } = requestsOf(factories);
  const container = containerOf({
    factories,
    auth: {
      process: async (request: never, handler: { handle(request: never): Promise<never> }) =>
        handler.handle(request),
    },
    BookController: {
      title: 'Emma',
      show(this: { readonly title: string }, _request: unknown, response: ResponseInterface) {
        return text(response, this.title);
      },
    },
  });

  describe('names', () => {
    it('are looked up in the container, a method by name:method with its object', async () => {
      const app = createApp({ factories, container });
      app.get('/', 'BookController:show').add('auth');
      const response = await app.handle(get('/'));
      expect(await response.getBody().text()).toBe('Emma');
    });

    it('are looked up once, even if layers are added later', async () => {
      let asked = 0;
      const counting: ContainerInterface = {
        has: (id) => container.has(id),
        get(id) {
          asked += 1;
          return container.get(id);
        },
      };
      const app = createApp({ factories, container: counting });
      app.get('/', (_request, response) => response);
      app.add('auth');
      await app.handle(get('/'));
      app.add((request, handler) => handler.handle(request));
      await app.handle(get('/'));
      expect(asked).toBe(1);
    });

    it.each([
      ['Home:invoke', 'the container has no entry "Home": check the name, or add it'],
      [
        'BookController:gone',
        'the container has no method "BookController:gone": check the name, or add it',
      ],
      [
        'Home::invoke',
        'the container has no entry "Home::invoke": write "Home:invoke", with one colon',
      ],
      ['Home::', 'the container has no entry "Home::": check the name, or add it'],
      ['Home@invoke', 'the container has no entry "Home@invoke": write "Home:invoke"'],
      ['my-Home@invoke', 'the container has no entry "my-Home@invoke": check the name, or add it'],
    ])('that lack something (%s) name what is missing', (name, message) => {
      const app = createApp({ factories, container, errors: false });
      app.get('/', name);
      expect(() => app.handle(get('/'))).toThrow(expect.objectContaining({ message }));
    });

    it('call an entry that is an object with invoke, with its object', async () => {
      const action = {
        title: 'Emma',
        invoke(this: { readonly title: string }, _request: unknown, response: ResponseInterface) {
          return text(response, this.title);
        },
      };
      const app = createApp({ factories, container: containerOf({ action }) });
      app.get('/', 'action');
      expect(await (await app.handle(get('/'))).getBody().text()).toBe('Emma');
    });

    it.each([
      ['throws', 'no Home'],
      ['returns undefined', 'the container has no entry "Home": check the name, or add it'],
      ['returns null', 'the container has no entry "Home": check the name, or add it'],
    ])(
      'of a container whose has is always true, and whose get %s, name what is missing',
      (how, message) => {
        const eager = {
          has: () => true,
          get(id: string) {
            if (how === 'throws') throw new Error(`no ${id}`);
            return how === 'returns null' ? null : undefined;
          },
        };
        const app = createApp({ factories, container: eager, errors: false });
        app.get('/a', 'Home:invoke');
        app.get('/b', 'Home');
        expect(() => app.handle(get('/a'))).toThrow(message);
        expect(() => app.handle(get('/b'))).toThrow(message);
      },
    );

    it('of entries that are not middleware are in the error', () => {
      const app = createApp({ factories, container: containerOf({ auth: 5 }), errors: false });
      app.get('/', (_request, response) => response);
      app.add('auth');
      expect(() => app.handle(get('/'))).toThrow(
        'invalid middleware: received 5; expected a function (request, handler), an object with process(), or the name of one in the container; received from the container entry "auth"',
      );
    });

    it('of promises, as of asynchronous factories, are refused with the advice to await them', () => {
      const home = Promise.resolve({ show: () => factories.createResponse(204) });
      const app = createApp({ factories, container: containerOf({ home }), errors: false });
      app.get('/method', 'home:show');
      app.get('/whole', 'home');
      expect(() => app.handle(get('/method'))).toThrow(
        'the container has no method "home:show": the entry is a promise: await it when you fill the container',
      );
      expect(() => app.handle(get('/whole'))).toThrow(
        'invalid handler for route /whole: received a promise; expected a function, an object with handle(), or the name of one in the container; it is a promise: await it before you add the routes',
      );
    });

    it('as pairs of a class and a method are refused with the name to write', () => {
      class Home {
        title = 'home';
      }
      const app = createApp({ factories, container });
      for (const pair of [
        [Home, 'invoke'],
        ['Home', 'invoke'],
      ]) {
        expect(() => app.get('/', pair as never)).toThrow(
          'invalid handler for route /: received an array; expected a function, an object with handle(), or the name of one in the container; add Home to the container, and write "Home:invoke"',
        );
        expect(() => app.add(pair as never)).toThrow(
          /; add Home to the container, and write "Home:invoke"$/,
        );
      }
    });

    it.each<[string, (id: string) => unknown]>([
      [
        'throws',
        (id) => {
          throw new Error(`no ${id}`);
        },
      ],
      ['returns undefined', () => undefined],
      ['returns null', () => null],
    ])(
      'of a container whose has is always true, and whose get %s, still find methods',
      async (_how, missing) => {
        const eager = {
          has: () => true,
          get: (id: string) => (container.has(id) ? container.get(id) : missing(id)),
        };
        const app = createApp({ factories, container: eager });
        app.get('/', 'BookController:show');
        expect(await (await app.handle(get('/'))).getBody().text()).toBe('Emma');
      },
    );

    it.each([
      ['missing', 'CONTAINER_ENTRY_MISSING'],
      ['BookController:gone', 'CONTAINER_ENTRY_MISSING'],
      [':show', 'CONTAINER_ENTRY_MISSING'],
    ])('that the container does not have (%s) are reported as such', (name, code) => {
      const app = createApp({ factories, container, errors: false });
      app.get('/', name);
      expect(() => app.handle(get('/'))).toThrow(expect.objectContaining({ code }));
    });

    it.each<[string, string]>([
      ['an entry of the whole name, before a method', 'shop:Cart:show'],
      ['a method of the entry before the last colon', 'shop:Cart:add'],
    ])('are %s', async (_what, name) => {
      const answer = (content: string) => (_request: unknown, response: ResponseInterface) =>
        text(response, content);
      const entries = containerOf({
        'shop:Cart:show': answer('shop:Cart:show'),
        'shop:Cart': { show: answer('other'), add: answer('shop:Cart:add') },
        shop: { 'Cart:show': answer('other'), 'Cart:add': answer('other') },
      });
      const app = createApp({ factories, container: entries });
      app.get('/', name);
      expect(await (await app.handle(get('/'))).getBody().text()).toBe(name);
    });

    it.each([':show', '', 'auths'])('without an entry before a colon (%j) are refused', (name) => {
      const show = { show: () => undefined, auths: () => undefined };
      const auth = { auths: () => undefined, title: 'x' };
      const app = createApp({
        ...{ factories, errors: false },
        container: containerOf({ auth, ...(name !== '' && { '': show }) }),
      });
      app.get('/', name);
      expect(() => app.handle(get('/'))).toThrow(
        `the container has no entry ${JSON.stringify(name)}: check the name, or add it`,
      );
    });

    it.each(['auth:title', 'auth:gone', 'auth:toString', 'auth:constructor', 'nothing:show'])(
      'of a member that cannot be called (%j) are refused as methods',
      (name) => {
        const entries = containerOf({ auth: { title: 'x' }, nothing: null });
        const app = createApp({ factories, container: entries, errors: false });
        app.get('/', name);
        expect(() => app.handle(get('/'))).toThrow(
          expect.objectContaining({
            code: 'CONTAINER_ENTRY_MISSING',
            message: `the container has no method "${name}": check the name, or add it`,
          }),
        );
      },
    );

    it('are refused without a container, and the error says how to pass one', () => {
      const app = createApp({ factories, errors: false });
      app.get('/', (_request, response) => response);
      app.add('auth');
      expect(() => app.handle(get('/'))).toThrow(/createApp\(\{ container \}\)/);
    });
  });

  function containerOf(entries: Readonly<Record<string, unknown>>): ContainerInterface {
    const map = new Map(Object.entries(entries));
    return { has: (id) => map.has(id), get: (id) => map.get(id) };
  }
});
