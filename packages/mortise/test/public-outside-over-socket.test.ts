import { describe, expect, it } from '@jest/globals';
import { allowCache, httpCache } from '@mortise/http-cache';
import { session, sessionOf } from '@mortise/session';
import { memoryStore } from '@mortise/store';
import { createApp, type MiddlewareFunction, text } from 'mortise';
import { overSocket } from 'mortise/testing';
import { notedWarnings } from '../../../tooling/testing/noted-warnings.js';

const warnings = notedWarnings();
const isPublic: MiddlewareFunction = async (request, handler) =>
  allowCache(await handler.handle(request), 'public', 60);

describe('a response that a layer outside makes public', () => {
  /** Asks for a page in an application with a layer outside its session, and returns the warnings. */
  async function asked(path: string, outer: MiddlewareFunction | ReturnType<typeof httpCache>) {
    const app = createApp({ development: true });
    app.get('/read', (request, response) => text(response, String(sessionOf(request).get('user'))));
    app.get('/written', (request, response) => {
      sessionOf(request).set('user', 'ada');
      return text(response, 'page of ada');
    });
    app.get('/untouched', (_request, response) => text(response, 'for all'));
    app.add(session({ store: memoryStore(), cookie: { secure: false } }));
    app.add(outer);
    const client = overSocket(app);
    try {
      await client.get(path);
    } finally {
      await client.close();
    }
    return warnings.map(({ code, message }) => [code, message]);
  }

  it('is no warning if it does not use the session, or the layer keeps it private', async () => {
    expect(await asked('/untouched', isPublic)).toEqual([]);
    const cache = httpCache({ type: 'public', maxAge: 60 });
    for (const path of ['/read', '/written']) expect(await asked(path, cache)).toEqual([]);
  });

  it('is a warning if it sets the cookie of a session, once', async () => {
    expect(await asked('/written', isPublic)).toEqual([
      [
        'CACHE_PUBLIC',
        'a response that sets a cookie is sent with "Cache-Control: public, max-age=60", with which shared caches send it to other users',
      ],
    ]);
    expect(await asked('/read', isPublic)).toHaveLength(1);
  });
});
