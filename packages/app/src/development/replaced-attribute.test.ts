import { describe, expect, it } from '@jest/globals';
import { implementations } from '../../../../tooling/testing/implementations.js';
import { notedWarnings } from '../../../../tooling/testing/noted-warnings.js';
import { createApp, json, requestHandler, requestResponseNamedArgs } from '../index.js';

const warnings = notedWarnings();

describe.each(implementations)(
  'an attribute with the name of an argument, on %s,',
  (_name, factories) => {
    /** Sends each path to an application whose layer sets `user`; returns what the last callback read. */
    async function read(paths: readonly string[], { key = 'user', development = true } = {}) {
      const app = createApp({ factories, development });
      app.get('/users/{user}[/{id}]', (request, response) =>
        json(response, request.getAttribute(key)),
      );
      app.add((request, handler) => handler.handle(request.withAttribute(key, null)));
      let text = '';
      for (const path of paths) {
        const response = await app.handle(factories.createServerRequest('GET', path));
        text = await response.getBody().text();
      }
      return JSON.parse(text) as unknown;
    }

    it('is replaced, as in Slim, which is a warning in development, once for each name', async () => {
      expect(await read(['/users/eve', '/users/ada/7'])).toBe('ada');
      expect(warnings.map(({ code, message, detail }) => [code, message, detail])).toEqual([
        [
          'ATTRIBUTE_REPLACED',
          'the argument {user} of a route replaces the attribute "user" of the request, so the client chooses its value',
          'If a layer has set it, for example to the user, rename it: "app.user" is never the name of an argument.',
        ],
      ]);
    });

    it('is no warning in production', async () => {
      expect(await read(['/users/ada'], { development: false })).toBe('ada');
      expect(warnings).toEqual([]);
    });

    it('is not replaced if its name has a dot', async () => {
      expect(await read(['/users/ada'], { key: 'app.user' })).toBeNull();
      expect(warnings).toEqual([]);
    });

    it.each([
      ['requestResponseNamedArgs', requestResponseNamedArgs],
      ['requestHandler()', requestHandler()],
    ])('stays with %s', async (_strategy, strategy) => {
      const app = createApp({ factories, strategy });
      app.get('/users/{user}', (request: { getAttribute(name: string): unknown }) =>
        json(factories.createResponse(), request.getAttribute('user')),
      );
      app.add((request, handler) => handler.handle(request.withAttribute('user', 'eve')));
      const response = await app.handle(factories.createServerRequest('GET', '/users/ada'));
      expect(await response.getBody().text()).toBe('"eve"');
      expect(warnings).toEqual([]);
    });
  },
);
