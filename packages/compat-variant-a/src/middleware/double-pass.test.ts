import { describe, expect, it } from '@jest/globals';
import type { RequestHandlerInterface, ServerRequestInterface } from '@mortise/http-message';
import { factories } from '@mortise/message';
import { Container } from '../container.js';
import { doublePass, singlePass, type Slim3Middleware } from '../index.js';
import { VariantARequest } from '../request/variant-a-request.js';

const pass: Slim3Middleware = (request, response, next) => next(request, response);
const request = () => factories.createServerRequest('GET', 'http://example.test/');

/** A handler that responds with what it was given. */
function handler(seen: ServerRequestInterface[] = []): RequestHandlerInterface {
  return {
    handle: (inner) => {
      seen.push(inner);
      return factories.createResponse(201);
    },
  };
}

describe('doublePass', () => {
  it('binds the middleware to its container, otherwise to an empty one', () => {
    const seen: unknown[] = [];
    const noting: Slim3Middleware = function (this: unknown, inner, response, next) {
      seen.push(this);
      return next(inner, response);
    };
    const container = new Container();
    void doublePass(noting, { factories, container }).process(request(), handler());
    void doublePass(noting, { factories }).process(request(), handler());
    expect(seen[0]).toBe(container);
    expect(seen[1]).toBeInstanceOf(Container);
    expect(seen[1]).not.toBe(container);
  });

  it('passes the response of the layer outside, otherwise a fresh one', () => {
    const statuses: unknown[] = [];
    const noting: Slim3Middleware = (inner, response, next) => {
      statuses.push([response.getStatusCode(), response.getHeaderLine('Content-Type')]);
      return next(inner, response.withStatus(299));
    };
    const inner = doublePass(noting, { factories });
    const outer = doublePass(noting, { factories });
    const seen: ServerRequestInterface[] = [];
    void outer.process(request(), { handle: (plain) => inner.process(plain, handler(seen)) });
    expect(statuses).toEqual([
      [200, 'text/html; charset=UTF-8'],
      [299, 'text/html; charset=UTF-8'],
    ]);
    expect(VariantARequest.responseOf(seen[0] as never)?.getStatusCode()).toBe(299);
  });

  it('has its own response if the middleware passes none on', () => {
    const silent: Slim3Middleware = (inner, _response, next) =>
      (next as (r: unknown) => never)(inner);
    const seen: ServerRequestInterface[] = [];
    void doublePass(silent, { factories }).process(request(), handler(seen));
    expect(VariantARequest.responseOf(seen[0] as never)?.getStatusCode()).toBe(200);
  });

  it('passes on the response that it got if the middleware passes only a request', () => {
    const seen: [unknown, boolean][] = [];
    const outer = doublePass(
      (inner, _response, next) => next(inner, factories.createResponse(299)),
      { factories },
    );
    const silent: Slim3Middleware = (inner, response, next) => {
      seen.push([response.getStatusCode(), response.isSuccessful()]);
      return next(inner);
    };
    const inside: ServerRequestInterface[] = [];
    const inner = doublePass(silent, { factories });
    void outer.process(request(), { handle: (plain) => inner.process(plain, handler(inside)) });
    expect(seen).toEqual([[299, true]]);
    expect(VariantARequest.responseOf(inside[0] as never)?.getStatusCode()).toBe(299);
  });

  it('does not override the method, neither of its request nor of one that it passes on', () => {
    const post = factories
      .createServerRequest('POST', 'http://example.test/')
      .withHeader('X-Http-Method-Override', 'PUT');
    const methods: string[] = [];
    const other: Slim3Middleware = (inner, response, next) => {
      methods.push(inner.getMethod());
      return next(post, response);
    };
    const seen: ServerRequestInterface[] = [];
    void doublePass(other, { factories }).process(post, handler(seen));
    expect([...methods, seen[0]?.getMethod()]).toEqual(['POST', 'POST']);
  });

  it.each([
    ['synchronous', (answer: unknown) => answer],
    ['asynchronous', (answer: unknown) => Promise.resolve(answer)],
  ])('decorates a %s response of the handler', async (_how, late) => {
    const seen: unknown[] = [];
    const noting: Slim3Middleware = async (inner, response, next) => {
      const answer = await next(inner, response);
      seen.push(answer.isSuccessful());
      return answer;
    };
    const answer = await doublePass(noting, { factories }).process(request(), {
      handle: () => late(factories.createResponse(201)) as never,
    });
    expect([seen, answer.getStatusCode()]).toEqual([[true], 201]);
  });

  it('waits for nothing if the handler is synchronous', () => {
    const answer = doublePass(pass, { factories }).process(request(), handler());
    expect(answer).toHaveProperty('getStatusCode');
  });

  it.each([
    [
      'throws',
      () => {
        throw new Error('inner');
      },
    ],
    ['rejects', () => Promise.reject(new Error('inner'))],
  ])('passes the error of a handler that %s', async (_how, handle) => {
    const process = async () => doublePass(pass, { factories }).process(request(), { handle });
    await expect(process()).rejects.toThrow('inner');
  });
});

describe('singlePass', () => {
  it.each([
    [
      'a function',
      (inner: ServerRequestInterface, next: RequestHandlerInterface) =>
        next.handle(inner.withAttribute('a', 1)),
    ],
    [
      'an object',
      {
        process: (inner: ServerRequestInterface, next: RequestHandlerInterface) =>
          next.handle(inner.withAttribute('a', 1)),
      },
    ],
  ])('calls %s with the handler that comes next', (_what, middleware) => {
    const seen: ServerRequestInterface[] = [];
    const old = singlePass(middleware);
    void doublePass(old, { factories }).process(request(), handler(seen));
    expect(seen[0]?.getAttribute('a')).toBe(1);
  });
});
