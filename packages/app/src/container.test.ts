import { describe, expect, it } from '@jest/globals';
import type { ResponseInterface } from '@mortise/http-message';
import { implementations } from '../test/implementations.js';
import { requestsOf } from '../test/requests-of.js';
import { AppFactory, type ContainerInterface, createApp, text } from './index.js';

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
      ['missing', 'CONTAINER_ENTRY_MISSING'],
      ['BookController:gone', 'CONTAINER_ENTRY_MISSING'],
      [':show', 'CONTAINER_ENTRY_MISSING'],
    ])('that the container does not have (%s) are reported as such', (name, code) => {
      const app = createApp({ factories, container, errors: false });
      app.get('/', name);
      expect(() => app.handle(get('/'))).toThrow(expect.objectContaining({ code }));
    });

    it('are refused without a container, and the error says how to pass one', () => {
      const app = createApp({ factories, errors: false });
      app.get('/', (_request, response) => response);
      app.add('auth');
      expect(() => app.handle(get('/'))).toThrow(/createApp\(\{ container \}\)/);
    });
  });

  describe('AppFactory', () => {
    it('creates applications under the names of Slim', () => {
      expect(AppFactory.create({ factories }).factories).toBe(factories);
      const app = AppFactory.createFromContainer(container);
      expect([app.factories, app.getContainer()]).toEqual([factories, container]);
    });
  });

  function containerOf(entries: Readonly<Record<string, unknown>>): ContainerInterface {
    const map = new Map(Object.entries(entries));
    return { has: (id) => map.has(id), get: (id) => map.get(id) };
  }
});
