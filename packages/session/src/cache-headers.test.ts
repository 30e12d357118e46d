import { describe, expect, it } from '@jest/globals';
import type { ResponseInterface } from '@mortise/http-message';
import { memoryStore } from '@mortise/store';
import { createApp, text } from 'mortise';
import { inProcess } from 'mortise/testing';
import { implementations } from '../../../tooling/testing/implementations.js';
import { COUNT, sessionApp } from '../test/session-app.js';
import { visitor } from '../test/visitor.js';
import { cookieSession, SESSION, session } from './index.js';

const KEYS = ['a-key-of-at-least-32-characters!'];

describe.each(implementations)('session with %s', (_, factories) => {
  const appWith = (
    options: Partial<Parameters<typeof session>[0]> = {},
    routes: Parameters<typeof sessionApp>[2] = {},
  ) => sessionApp(factories, session({ store: memoryStore(), ...options }), routes);

  it.each([
    ['sets the cookie', '/add', '', 'private, no-store'],
    ['reads the session', '/count', '', 'private, no-cache'],
    ['reads it and has its own Cache-Control', '/cached', '', 'private, max-age=60'],
    ['sets the cookie and has its own Cache-Control', '/kept', '', 'private, no-store'],
    ['does not touch it', '/untouched', '', ''],
  ])('sets Cache-Control on a response that %s', async (_name, path, _none, expected) => {
    const app = createApp({ factories });
    app.get('/cached', (request, response) => {
      request.getAttribute(SESSION)?.get(COUNT);
      return text(response, '').withHeader('Cache-Control', 'max-age=60');
    });
    app.get('/kept', (request, response) => {
      request.getAttribute(SESSION)?.set(COUNT, 1);
      return text(response, '').withHeader('Cache-Control', 'public, s-maxage=60');
    });
    app.add(session({ store: memoryStore() }));
    const whole = ['/cached', '/kept'].includes(path) ? app : appWith();
    const response = await visitor(whole).get(path);
    expect(response.getHeaderLine('Cache-Control')).toBe(expected);
    expect(response.getHeaderLine('Vary')).toBe(path === '/untouched' ? '' : 'Cookie');
  });

  it.each([
    ['public, max-age=60', 'private, max-age=60'],
    ['max-age=60, S-MaxAge=600, Public', 'private, max-age=60'],
    ['private, s-maxage=5', 'private'],
    ['no-store', 'no-store'],
    ['max-age=60, private', 'max-age=60, private'],
    ['no-cache', 'private, no-cache'],
    ['max-age=60, x-public="s-maxage"', 'private, max-age=60, x-public="s-maxage"'],
  ])('makes a response private that read the session and has %s', async (given, expected) => {
    for (const layer of [session({ store: memoryStore() }), cookieSession({ keys: KEYS })]) {
      const app = createApp({ factories });
      app.get('/', (request, response) => {
        request.getAttribute(SESSION)?.get(COUNT);
        return text(response, '').withHeader('Cache-Control', given);
      });
      app.get('/untouched', (_request, response) =>
        text(response, '').withHeader('Cache-Control', given),
      );
      app.add(layer);
      expect((await visitor(app).get('/')).getHeaderLine('Cache-Control')).toBe(expected);
      expect((await visitor(app).get('/untouched')).getHeaderLine('Cache-Control')).toBe(given);
    }
  });

  it.each(['/read', '/changed'])(
    'drops headers that override Cache-Control in shared caches, at %s',
    async (path) => {
      const targeted = ['CDN-Cache-Control', 'Surrogate-Control', 'X-Accel-Expires'];
      for (const layer of [session({ store: memoryStore() }), cookieSession({ keys: KEYS })]) {
        const app = createApp({ factories });
        const shared = (response: ResponseInterface) =>
          targeted.reduce((made, name) => made.withHeader(name, 'max-age=60'), response);
        app.get('/read', (request, response) => {
          request.getAttribute(SESSION)?.get(COUNT);
          return shared(response);
        });
        app.get('/changed', (request, response) => {
          request.getAttribute(SESSION)?.set(COUNT, 1);
          return shared(response);
        });
        app.get('/untouched', (_request, response) => shared(response));
        app.add(layer);
        const kept = async (from: string) => {
          const response = await visitor(app).get(from);
          return targeted.filter((name) => response.hasHeader(name));
        };
        expect([await kept(path), await kept('/untouched')]).toEqual([[], targeted]);
      }
    },
  );

  it.each<[string, string, [string, boolean | undefined]]>([
    ['shows a flash message', 'GET', ['private, no-store', true]],
    ['has none to show', 'GET', ['private, max-age=60', undefined]],
    ['keeps it for the next page', 'HEAD', ['private, max-age=60', undefined]],
  ])('forbids storing a page that %s', async (what, method, expected) => {
    for (const layer of [session({ store: memoryStore() }), cookieSession({ keys: KEYS })]) {
      const app = createApp({ factories });
      app.get('/save', (request, response) => {
        request.getAttribute(SESSION)?.flash.addMessage('notice', 'Saved.');
        return response.withStatus(303);
      });
      const shown: unknown[] = [];
      app.get('/', (request, response) => {
        request.getAttribute(SESSION)?.flash.getMessages();
        shown.push(request.getLifetime().getValue('mortise.flash-shown'));
        return text(response, '').withHeader('Cache-Control', 'private, max-age=60');
      });
      app.add(layer);
      const client = visitor(app);
      if (what !== 'has none to show') await client.get('/save');
      const sent = inProcess(app);
      const headers = { Cookie: client.cookie };
      const response = await (method === 'HEAD' ? sent.head('/', { headers }) : client.get('/'));
      expect([response.getHeaderLine('Cache-Control'), shown.pop()]).toEqual(expected);
    }
  });

  it('adds Cookie to the Vary header', async () => {
    const app = createApp({ factories });
    app.get('/', (request, response) => {
      request.getAttribute(SESSION)?.get(COUNT);
      return text(response, '').withHeader('Vary', 'Accept');
    });
    app.add(session({ store: memoryStore() }));
    expect((await visitor(app).get('/')).getHeaderLine('Vary')).toBe('Accept, Cookie');
  });

  it('adds its cookie to those of the handler', async () => {
    const app = createApp({ factories });
    app.get('/', (request, response) => {
      request.getAttribute(SESSION)?.set(COUNT, 1);
      return text(response, '').withHeader('Set-Cookie', 'theme=dark');
    });
    app.add(session({ store: memoryStore() }));
    const cookies = (await visitor(app).get('/')).getHeader('Set-Cookie');
    expect(cookies).toEqual(['theme=dark', expect.stringMatching(/^__Host-session=/)]);
  });
});
