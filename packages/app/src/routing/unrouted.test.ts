import { describe, expect, it } from '@jest/globals';
import { implementations } from '../../../../tooling/testing/implementations.js';
import { requestsOf } from '../../test/requests-of.js';
import { type AppInterface, createApp, HttpMethodNotAllowedException, text } from '../index.js';

describe.each(implementations)('a request without a route on %s', (_name, factories) => {
  const { request } = requestsOf(factories);
  const logged: string[] = [];
  const logger = {
    error: (message: string) => void logged.push(message),
    info: (message: string) => void logged.push(message),
  };
  const app = (errors: false | object = {}): AppInterface => {
    logged.length = 0;
    const made = createApp({ factories, logger, errors });
    made.get('/books/{id}', (_request, response) => response);
    made.put('/books/{id}', (_request, response) => response);
    made.post('/orders', (_request, response) => response);
    return made;
  };

  describe('OPTIONS of a known path without a route of its own', () => {
    it('is 204 with Allow, HEAD after GET, and no body', async () => {
      const response = await app().handle(request('OPTIONS', '/books/7'));
      expect([response.getStatusCode(), response.getHeaderLine('Allow')]).toEqual([
        204,
        'GET, HEAD, PUT',
      ]);
      expect(await response.getBody().text()).toBe('');
      expect(response.hasHeader('Content-Type')).toBe(false);
    });

    it('names HEAD only beside GET', async () => {
      const response = await app().handle(request('OPTIONS', '/orders'));
      expect(response.getHeaderLine('Allow')).toBe('POST');
    });

    it('is not an error: it is not logged, reaches no error handler, and is returned under errors: false', async () => {
      const made = app(false);
      made.addErrorMiddleware(true, true, true).setDefaultErrorHandler(() => {
        throw new Error('an error handler was called');
      });
      expect((await made.handle(request('OPTIONS', '/orders'))).getStatusCode()).toBe(204);
      expect((await app(false).handle(request('OPTIONS', '/orders'))).getStatusCode()).toBe(204);
      expect(logged).toEqual([]);
    });

    it('passes through the layers outside routing, even with addRoutingMiddleware', async () => {
      const made = app();
      made.addRoutingMiddleware();
      made.add(async (incoming, handler) =>
        (await handler.handle(incoming)).withHeader('X-Layer', 'yes'),
      );
      const response = await made.handle(request('OPTIONS', '/orders'));
      expect([response.getStatusCode(), response.getHeaderLine('X-Layer')]).toEqual([204, 'yes']);
    });

    it('leaves OPTIONS to a route that serves it, and responds with 404 to an unknown path', async () => {
      const made = app();
      made.options('/orders', (_request, response) => text(response, 'mine'));
      expect(await (await made.handle(request('OPTIONS', '/orders'))).getBody().text()).toBe(
        'mine',
      );
      expect((await made.handle(request('OPTIONS', '/nowhere'))).getStatusCode()).toBe(404);
    });
  });

  describe('OPTIONS of the whole server', () => {
    const ofServer = () =>
      request('OPTIONS', '/').withRequestTarget('*').withUri(factories.createUri('http://a'));

    it('is 204 without Allow, although no route matches', async () => {
      const response = await app().handle(ofServer());
      expect([response.getStatusCode(), response.hasHeader('Allow')]).toEqual([204, false]);
    });

    it('is neither an error nor a page that is not found', async () => {
      expect((await app(false).handle(ofServer())).getStatusCode()).toBe(204);
      const made = app();
      made.notFound((_request, response) => text(response, 'page'));
      expect((await made.handle(ofServer())).getStatusCode()).toBe(204);
      expect(logged).toEqual([]);
    });

    it('leaves the target "*" of another method without a route', async () => {
      const response = await app().handle(ofServer().withMethod('PUT'));
      expect(response.getStatusCode()).toBe(404);
    });
  });

  describe('a 405', () => {
    it('has HEAD in Allow after GET', async () => {
      const response = await app().handle(request('DELETE', '/books/7'));
      expect([response.getStatusCode(), response.getHeaderLine('Allow')]).toEqual([
        405,
        'GET, HEAD, PUT',
      ]);
    });

    it('passes the same methods to the handler of its class', async () => {
      const made = app();
      made
        .addErrorMiddleware(false, false, false)
        .setErrorHandler(HttpMethodNotAllowedException, (_request, { allowedMethods }) =>
          text(factories.createResponse(405), allowedMethods.join()),
        );
      const response = await made.handle(request('DELETE', '/books/7'));
      expect(await response.getBody().text()).toBe('GET,HEAD,PUT');
    });
  });
});
