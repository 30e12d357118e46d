import { describe, expect, it } from '@jest/globals';
import { allowCache, httpCache } from '@mortise/http-cache';
import { session, sessionOf } from '@mortise/session';
import { memoryStore } from '@mortise/store';
import { createApp, type MiddlewareFunction, type ServerRequestInterface, text } from 'mortise';
import { HttpForbiddenException } from 'mortise/slim';
import { overSocket } from 'mortise/testing';
import { notedWarnings } from '../../../tooling/testing/noted-warnings.js';

const warnings = notedWarnings();
const visits = session({ store: memoryStore(), cookie: { secure: false } });
const pageOf = (request: ServerRequestInterface) =>
  `page for ${String(sessionOf(request).get('user'))}`;
const isPublic: MiddlewareFunction = async (request, handler) =>
  allowCache(await handler.handle(request), 'public', 60);

describe('a response that a layer outside makes public', () => {
  /** Asks for a page in an application with a layer outside its session, and returns its cache headers. */
  async function asked(
    path: string,
    outer: MiddlewareFunction | ReturnType<typeof httpCache>,
    development = false,
  ) {
    const app = createApp({ development });
    app.get('/read', (request, response) => text(response, pageOf(request)));
    app.get('/written', (request, response) => {
      sessionOf(request).set('user', 'ada');
      return text(response, 'page of ada');
    });
    app.get('/untouched', (_request, response) => text(response, 'for all'));
    app.notFound((request, response) => text(response, pageOf(request), 404));
    app.group(
      '/group',
      (group) => {
        group.get('/error', (request) => {
          throw new HttpForbiddenException(request);
        });
      },
      { layers: [visits] },
    );
    app.setErrorHandler(HttpForbiddenException, (_request, { request }) =>
      text(app.factories.createResponse(403), pageOf(request)),
    );
    if (!path.startsWith('/group')) app.add(visits);
    app.add(outer);
    const client = overSocket(app);
    try {
      const response = await client.get(path);
      return [response.getHeaderLine('Vary'), response.getHeaderLine('Cache-Control')];
    } finally {
      await client.close();
    }
  }

  it('stays public if it does not use the session', async () => {
    expect(await asked('/untouched', isPublic)).toEqual(['', 'public, max-age=60']);
    const cache = httpCache({ type: 'public', maxAge: 60 });
    expect(await asked('/untouched', cache)).toEqual(['', 'public, max-age=60']);
  });

  it.each(['/read', '/written', '/absent', '/group/error'])(
    'is private if it uses the session: %s',
    async (path) => {
      expect(await asked(path, isPublic)).toEqual(['Cookie', 'private, max-age=60']);
    },
  );

  it('still varies by Cookie if a layer outside replaces Vary', async () => {
    const replaced: MiddlewareFunction = async (request, handler) =>
      (await handler.handle(request)).withHeader('Vary', 'Origin');
    expect(await asked('/read', replaced)).toEqual(['Origin, Cookie', 'private, no-cache']);
  });

  it('is a warning in development, once', async () => {
    await asked('/written', isPublic, true);
    await asked('/read', isPublic, true);
    expect(warnings.map(({ code, message }) => [code, message])).toEqual([
      [
        'CACHE_PUBLIC',
        'a response that depends on Cookie had "Cache-Control: public, max-age=60", which lets shared caches send it to other users: "private, max-age=60" is sent instead',
      ],
    ]);
  });
});
