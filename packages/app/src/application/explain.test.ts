import { describe, expect, it } from '@jest/globals';
import type { MiddlewareInterface } from '@mortise/http-message';
import { factories } from '@mortise/message-plain';
import { contentLength, createApp, underPath, type MiddlewareFunction } from '../index.js';

describe('explain', () => {
  it('lists the layers in the order in which a request passes through them', () => {
    const app = createApp({ factories });
    app
      .group('/api', (api) => {
        api
          .get('/books/{id}', (_request, response) => response)
          .setName('book')
          .add(pass('cache'));
      })
      .add(pass('limit'));
    app.add(pass('inner'));
    app.addRoutingMiddleware();
    app.add(pass('outer'));
    app.addErrorMiddleware(false, true, true);
    app.add('by name');
    expect(app.explain()).toBe(
      [
        'errors from all layers',
        'middleware "by name"',
        'errors',
        'middleware "outer"',
        'routing',
        'middleware "inner"',
        '  route GET /api/books/{id} "book"',
        '    middleware "limit" of group /api',
        '    middleware "cache" of route GET /api/books/{id}',
      ].join('\n'),
    );
  });

  it('lists all methods of a route, and its layers from the outermost on', () => {
    const app = createApp({ factories, errors: false });
    app
      .map(['GET', 'PUT'], '/', (_request, response) => response)
      .add(pass('in'))
      .add(pass('out'));
    app.get('/other', (_request, response) => response);
    expect(app.explain()).toBe(
      [
        'routing',
        '  route GET|PUT /',
        '    middleware "out" of route GET|PUT /',
        '    middleware "in" of route GET|PUT /',
        '  route GET /other',
      ].join('\n'),
    );
    expect(app.explain('GET', '/')).toMatch(/^GET\|PUT \/: .+\nGET \/other: /);
  });

  it('shows the name of a middleware object, or that of its class', () => {
    class Audit implements MiddlewareInterface {
      readonly process = pass('process');
    }
    const app = createApp({ factories, errors: false });
    app.add(new Audit());
    app.add({ name: 'limit', process: pass('process') });
    app.add(underPath('/admin', pass('guard')));
    app.add(contentLength());
    expect(app.explain().split('\n')).toEqual([
      'middleware "contentLength"',
      'middleware "underPath /admin"',
      'middleware "limit"',
      'middleware "Audit"',
      'routing',
    ]);
  });

  it('puts routing innermost unless it was placed elsewhere', () => {
    const app = createApp({ factories, errors: false });
    app.add(pass('auth'));
    expect(app.explain()).toBe('middleware "auth"\nrouting');
  });
});

function pass(name: string): MiddlewareFunction {
  const middleware: MiddlewareFunction = (request, handler) => handler.handle(request);
  return Object.defineProperty(middleware, 'name', { value: name });
}
