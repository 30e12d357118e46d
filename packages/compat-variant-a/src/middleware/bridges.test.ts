import { describe, expect, it } from '@jest/globals';
import type { MiddlewareInterface } from '@mortise/http-message';
import { createApp as createAppB } from '@mortise/app';
import { implementations } from '../../../../tooling/testing/implementations.js';
import { createApp, doublePass, type Slim3Middleware, singlePass } from '../index.js';

const failure = new Error('of the innermost layer');

describe.each(implementations)('bridges over %s', (_name, factories) => {
  const request = () => factories.createServerRequest('GET', 'http://example.test/');

  it('run middleware of variant A in an application of variant B, with the helpers', async () => {
    const app = createAppB({ factories });
    const old: Slim3Middleware = async (inner, response, next) => {
      const answer = await next(inner.withAttribute('xhr', inner.isXhr()), response);
      return answer.write('!').withJson({ was: answer.isOk() });
    };
    app.get('/', (inner, response) => {
      response.getBody().write(String(inner.getAttribute('xhr')));
      return response;
    });
    app.add(doublePass(old, { factories }));
    const answer = await app.handle(request().withHeader('X-Requested-With', 'XMLHttpRequest'));
    expect(await answer.getBody().text()).toBe('{"was":true}');
  });

  it('show old middleware the method of the new application, without an override of their own', async () => {
    const app = createAppB({ factories });
    const seen: string[] = [];
    const note: Slim3Middleware = (inner, response, next) => {
      seen.push(inner.getMethod());
      return next(inner, response);
    };
    app.post('/', (inner, response) => {
      seen.push(inner.getMethod());
      return response;
    });
    app.add(doublePass(note, { factories }));
    const post = factories.createServerRequest('POST', 'http://example.test/');
    await app.handle(post.withHeader('X-Http-Method-Override', 'DELETE'));
    expect(seen).toEqual(['POST', 'POST']);
  });

  it('run middleware of variant B in an application of variant A, object and function', async () => {
    const app = createApp({ factories });
    const modern: MiddlewareInterface = {
      process: (inner, handler) => handler.handle(inner.withAttribute('a', 1)),
    };
    app.get('/', (inner, response) =>
      response.write(`${String(inner.getAttribute('a'))}${String(inner.getAttribute('b'))}`),
    );
    app.add(modern);
    app.add(singlePass((inner, handler) => handler.handle(inner.withAttribute('b', 2))));
    expect(await (await app.handle(request())).getBody().text()).toBe('12');
  });

  it('keep the incoming response across a layer of variant B', async () => {
    const app = createApp({ factories });
    app.get('/', (_request, response) => response);
    app.add({ process: (inner, handler) => handler.handle(inner) });
    app.add((inner, response, next) => next(inner, response.withHeader('X-Outer', '1')));
    expect((await app.handle(request())).getHeaderLine('X-Outer')).toBe('1');
  });

  it('pass an error through variant A middleware in a variant B application unchanged', () => {
    const app = createAppB({ factories, errors: false });
    app.get('/', () => {
      throw failure;
    });
    app.add(doublePass((inner, response, next) => next(inner, response), { factories }));
    expect(() => app.handle(request())).toThrow(failure);
  });

  it('pass an error through variant B middleware in a variant A application unchanged', async () => {
    const app = createApp({ factories });
    let seen: unknown;
    app.getContainer().set('errorHandler', () => (_request, response, error) => {
      seen = error;
      return response;
    });
    app.get('/', async () => Promise.reject(failure));
    app.add(singlePass((inner, handler) => handler.handle(inner)));
    await app.handle(request());
    expect(seen).toBe(failure);
  });

  it('mount an application of variant A in one of variant B', async () => {
    const old = createApp({ factories });
    old.get('/old/{name}', (_request, response, args) => response.write(args.name));
    const app = createAppB({ factories });
    app.any('/old/{path:.*}', old);
    const answer = await app.handle(factories.createServerRequest('GET', '/old/Ada'));
    expect(await answer.getBody().text()).toBe('Ada');
  });

  it('throw an error of a mounted application without a handler for it unchanged', () => {
    const old = createApp({ factories, errors: false });
    old.getContainer().set('errorHandler', () => null);
    old.get('/', () => {
      throw failure;
    });
    const app = createAppB({ factories, errors: false });
    app.get('/', old);
    expect(() => app.handle(request())).toThrow(failure);
  });
});
