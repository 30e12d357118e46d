/** What a page shows to one visitor stays with that visitor, whatever the cache of the application says. */
import { describe, expect, it } from '@jest/globals';
import { compression } from '@mortise/compression/node';
import { endpoint } from '@mortise/endpoint';
import { etag, httpCache } from '@mortise/http-cache';
import { flashOf, session, sessionOf } from '@mortise/session';
import { memoryStore } from '@mortise/store';
import { createApp, type MiddlewareFunction, text } from 'mortise';
import { z } from 'zod';
import { implementations } from '../testing/implementations.js';
import { adapters } from './adapters.js';

describe.each(implementations)('a page for one visitor, on %s,', (_, factories) => {
  describe.each(adapters)('over %s,', (_adapter, serving) => {
    type Asked = [path: string, headers?: Record<string, string>];
    const visit = (...asked: Asked[]) => visitThrough(null, ...asked);

    /** Asks for pages one after another, with the cookie of the first. @param outside a layer outside all others */
    async function visitThrough(outside: MiddlewareFunction | null, ...asked: Asked[]) {
      const app = createApp({ factories, development: false });
      app.get('/in', (request, response) => {
        sessionOf(request).set('name', 'ada');
        flashOf(request).addMessage('notice', 'saved');
        return response;
      });
      app.get('/me', (request, response) => text(response, String(sessionOf(request).get('name'))));
      const ofCookie = { cookies: z.object({ theme: z.string() }) };
      app.get(
        '/theme',
        endpoint(ofCookie, (_request, response, { cookies }) => text(response, cookies.theme)),
      );
      app.get('/list', (request, response) =>
        text(response, flashOf(request).getMessage('notice')?.join() ?? 'nothing new'),
      );
      // The cache is inside the session: the wrong order.
      app.add(etag()).add(httpCache({ type: 'public', maxAge: 60 }));
      app.add(session({ store: memoryStore(), cookie: { secure: false } })).add(compression());
      if (outside !== null) app.add(outside);
      const { send, close } = await serving.serve(app);
      let cookie = '';
      const answers = [];
      for (const [path, headers = {}] of asked) {
        const answer = await send({ method: 'GET', path, headers: { cookie, ...headers } });
        cookie ||= answer.headers['set-cookie']?.split(';')[0] ?? '';
        answers.push(answer);
      }
      await close();
      return answers.map(({ status, headers, body }) => ({
        status,
        cached: headers['cache-control'],
        ofCdn: headers['cdn-cache-control'],
        varies: headers['vary']?.includes('Cookie') === true,
        tag: headers['etag'],
        body: body.toString(),
      }));
    }

    it('is private if it read the session, also where the cache is public', async () => {
      const [, me] = await visit(['/in'], ['/me']);
      expect(me).toMatchObject({ cached: 'private, max-age=60', varies: true, body: 'ada' });
    });

    it('is private if an endpoint reads a described cookie, also where the cache is public', async () => {
      const [dark] = await visit(['/theme', { cookie: 'theme=dark' }]);
      expect(dark).toMatchObject({ cached: 'private, max-age=60', varies: true, body: 'dark' });
    });

    it('stays private if a layer outside all others makes it public, and drops Vary', async () => {
      const outside: MiddlewareFunction = async (request, handler) => {
        const response = await handler.handle(request);
        return response
          .withHeader('Cache-Control', 'public, max-age=60')
          .withHeader('CDN-Cache-Control', 'max-age=60')
          .withoutHeader('Vary');
      };
      const [entered, me, missing] = await visitThrough(outside, ['/in'], ['/me'], ['/missing']);
      for (const page of [entered, me]) {
        expect(page).toMatchObject({ cached: 'private, max-age=60', varies: true });
        expect(page?.ofCdn).toBeUndefined();
      }
      // It does not read the session.
      expect(missing).toMatchObject({ cached: 'public, max-age=60', ofCdn: 'max-age=60' });
    });

    it('is sent whole and not stored if it shows a flash message, also to a client that has its tag', async () => {
      const [, shown, plain] = await visit(['/in'], ['/list'], ['/list']);
      expect(shown).toMatchObject({ status: 200, cached: 'private, no-store', body: 'saved' });
      expect(shown?.tag).toBeUndefined();
      const known = { 'If-None-Match': String(plain?.tag) };
      const [, again, last] = await visit(['/in'], ['/list', known], ['/list', known]);
      expect(again).toMatchObject({ status: 200, cached: 'private, no-store', body: 'saved' });
      expect(last).toMatchObject({ status: 304, body: '' });
    });
  });
});
