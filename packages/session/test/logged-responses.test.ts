import { inspect } from 'node:util';
import { expect, it } from '@jest/globals';
import { memoryStore } from '@mortise/store';
import { createApp, type MiddlewareFunction, text } from 'mortise';
import { implementations } from '../../../tooling/testing/implementations.js';
import { session, sessionOf } from '../src/index.js';
import { USER } from './session-app.js';
import { visitor } from './visitor.js';

it.each(implementations)(
  'a response that is logged does not show the cookie of its visitor, with %s',
  async (_name, factories) => {
    const logged: string[] = [];
    const log: MiddlewareFunction = async (request, handler) => {
      const response = await handler.handle(request);
      logged.push(inspect(response, { depth: 9, showHidden: true }));
      return response;
    };
    const app = createApp({ factories });
    app.get('/login', (request, response) => {
      sessionOf(request).set(USER, 'Ana');
      return text(response, '');
    });
    app.get('/show', (request, response) => text(response, sessionOf(request).get(USER) ?? ''));
    app.add(session({ store: memoryStore() }));
    app.add(log);
    const client = visitor(app);
    await client.get('/login');
    logged.length = 0;
    expect(await client.read('/show')).toBe('Ana');
    const [, token = ''] = client.cookie.split('=');
    expect([token.length > 20, logged.length]).toEqual([true, 1]);
    expect(logged.join()).not.toContain(token);
  },
);
