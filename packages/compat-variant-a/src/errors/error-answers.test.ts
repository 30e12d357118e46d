import { describe, expect, it } from '@jest/globals';
import type { ResponseInterface } from '@mortise/http-message';
import {
  httpError,
  HttpException,
  HttpForbiddenException,
  HttpNotFoundException,
} from '@mortise/app';
import { implementations } from '../../../../tooling/testing/implementations.js';
import {
  Container,
  createApp,
  decorateRequest,
  decorateResponse,
  type VariantAAppInterface,
  type VariantAAppOptions,
  type VariantAResponseInterface,
} from '../index.js';

const logger = { error: () => undefined, info: () => undefined };

describe.each(implementations)('errors of variant A over %s', (_name, factories) => {
  const request = (path = '/') => factories.createServerRequest('GET', `http://h.test${path}`);
  const failing = (error: unknown, options: Partial<VariantAAppOptions> = {}) => {
    const app = createApp({ factories, logger, ...options });
    app.get('/', () => {
      throw error;
    });
    return app;
  };

  it('go to phpErrorHandler if they are a TypeError or similar, or not an Error', async () => {
    const seen: unknown[] = [];
    for (const error of [new TypeError('t'), 'text', new Error('e')]) {
      const app = failing(error);
      app.getContainer().set('phpErrorHandler', () => (_request, response, thrown) => {
        seen.push(thrown);
        return response;
      });
      await app.handle(request());
    }
    expect(seen).toEqual([new TypeError('t'), 'text']);
  });

  it.each([EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError])(
    'go to phpErrorHandler if they are of the class %p',
    async (type) => {
      const app = failing(new type('x'));
      app
        .getContainer()
        .set('phpErrorHandler', () => (_request, response) => response.write('php'));
      expect(await bodyOf(await app.handle(request()))).toBe('php');
    },
  );

  it('keep their own headers in place of those that middleware had set', async () => {
    const app = createApp({ factories, logger });
    app.put('/', (_request, response) => response);
    app.add((inner, response, next) => next(inner, response.withHeader('Allow', 'nothing')));
    expect((await app.handle(request())).getHeader('Allow')).toEqual(['PUT']);
  });

  it('give their headers to the response of a handler that has their status, and lacks them', async () => {
    const error = httpError(429, 'Later.', { headers: { 'Retry-After': '7', 'X-Left': '0' } });
    const headersOf = async (status: number) => {
      const app = failing(error);
      app
        .getContainer()
        .set(
          'errorHandler',
          () => (_request, response) => response.withStatus(status).withHeader('X-Left', 'none'),
        );
      const response = await app.handle(request());
      return ['Retry-After', 'X-Left'].map((name) => response.getHeaderLine(name));
    };
    expect(await headersOf(429)).toEqual(['7', 'none']);
    expect(await headersOf(500)).toEqual(['', 'none']);
  });

  it('pass an unmodified response to the handler', async () => {
    const app = createApp({ factories });
    app.get('/', (_request, response) => {
      response.write('half of it');
      throw new Error('then');
    });
    app.getContainer().set('errorHandler', () => (_request, response) => response.write('sorry'));
    expect(await bodyOf(await app.handle(request()))).toBe('sorry');
  });

  it('that no route was found pass through the middleware of the application as a response', async () => {
    const app = createApp({ factories });
    app.add(async (inner, response, next) =>
      (await next(inner, response)).withHeader('X-Passed', '1'),
    );
    const answer = await app.handle(request('/missing'));
    expect([answer.getStatusCode(), answer.getHeaderLine('X-Passed')]).toEqual([404, '1']);
  });

  describe('keep the changes of middleware to the response before next', () => {
    const begin = (app: VariantAAppInterface): void => {
      app.add((inner, response, next) => next(inner, response.withHeader('X-Inner', '1')));
      app.add((inner, response, next) =>
        next(
          inner,
          response
            .withStatus(201, 'Begun')
            .withHeader('Content-Security-Policy', "default-src 'none'")
            .withAddedHeader('Set-Cookie', 'a=1')
            .withAddedHeader('Set-Cookie', 'b=2')
            .withHeader('Cache-Control', 'public')
            .withHeader('ETag', '"1"')
            .withHeader('Content-Type', 'image/png')
            .write('half of it'),
        ),
      );
    };
    const kept = (response: ResponseInterface) => [
      response.getHeaderLine('X-Inner'),
      response.getHeaderLine('Content-Security-Policy'),
      response.getHeader('Set-Cookie'),
    ];
    const all = ['1', "default-src 'none'", ['a=1', 'b=2']];

    it.each<[string, string, number, (app: VariantAAppInterface) => unknown]>([
      ['a request without a route', 'GET', 404, () => undefined],
      ['another method', 'PUT', 405, (app) => app.get('/', (_request, response) => response)],
      [
        'an error that is thrown',
        'GET',
        500,
        (app) =>
          app.get('/', () => {
            throw new Error('x');
          }),
      ],
      [
        'undefined that is thrown',
        'GET',
        500,
        (app) =>
          app.get('/', () => {
            // eslint-disable-next-line @typescript-eslint/only-throw-error -- JavaScript can
            throw undefined;
          }),
      ],
      [
        'an error that is thrown later',
        'GET',
        500,
        (app) => app.get('/', () => Promise.reject(new Error('x'))),
      ],
      [
        'an HttpNotFoundException',
        'GET',
        404,
        (app) =>
          app.get('/', (inner) => {
            throw new HttpNotFoundException(inner);
          }),
      ],
    ])('after %s', async (_what, method, status, register) => {
      const app = createApp({ factories, logger });
      register(app);
      begin(app);
      const response = await app.handle(factories.createServerRequest(method, 'http://h.test/'));
      expect([response.getStatusCode(), ...kept(response)]).toEqual([status, ...all]);
      expect(['Cache-Control', 'ETag'].filter((name) => response.hasHeader(name))).toEqual([]);
      expect(response.getHeaderLine('Content-Type')).toBe('text/html; charset=utf-8');
      expect(await bodyOf(response)).not.toContain('half of it');
    });

    it.each([
      ['notFoundHandler', '/missing'],
      ['errorHandler', '/'],
    ] as const)(
      'for the %s of the container, with the status and its phrase',
      async (name, path) => {
        const app = failing(new Error('x'));
        begin(app);
        app
          .getContainer()
          .set(name, () => (_request: unknown, response: VariantAResponseInterface) => response);
        const response = await app.handle(request(path));
        expect([response.getStatusCode(), ...kept(response)]).toEqual([201, ...all]);
        expect(response.getReasonPhrase()).toBe('Begun');
        expect(response.hasHeader('Cache-Control')).toBe(false);
        expect(await bodyOf(response)).toBe('');
      },
    );

    it('but not after an error that a layer has caught', async () => {
      const app = failing(new Error('caught'));
      app.add((inner, response, next) => next(inner, response.withHeader('X-Inner', '1')));
      app.add(async (inner, response, next) => {
        try {
          return await next(inner, response);
        } catch {
          throw new Error('another');
        }
      });
      const response = await app.handle(request());
      expect([response.getStatusCode(), response.hasHeader('X-Inner')]).toEqual([500, false]);
    });

    it('but not for the next request, even if it throws the same error', async () => {
      const error = new Error('shared');
      const app = failing(error);
      app.add((inner, response, next) =>
        next(
          inner,
          inner.hasHeader('X-User') ? response.withHeader('Set-Cookie', 'a=1') : response,
        ),
      );
      await app.handle(request().withHeader('X-User', '1'));
      expect((await app.handle(request())).hasHeader('Set-Cookie')).toBe(false);
    });
  });

  it('that were thrown pass through the middleware of the application as errors', async () => {
    const app = failing(new HttpNotFoundException(request()));
    app.add(async (inner, response, next) =>
      (await next(inner, response)).withHeader('X-Passed', '1'),
    );
    const answer = await app.handle(request());
    expect([answer.getStatusCode(), answer.hasHeader('X-Passed')]).toEqual([404, false]);
  });

  it.each([
    ['application/problem+json', ['Not Found', 'Method Not Allowed']],
    ['application/json', ['Not found', 'Method not allowed. Must be one of: PUT']],
    ['application/xml', ['Not found', 'Method not allowed. Must be one of: PUT']],
    ['text/html', ['Not found', 'Method not allowed. Must be one of: PUT']],
  ])(
    'without a route have in %s the title of the status or the text of Slim',
    async (type, titles) => {
      const app = createApp({ factories, logger });
      app.put('/put', (_request, response) => response);
      for (const [index, path] of ['/none', '/put'].entries()) {
        const response = await app.handle(request(path).withHeader('Accept', type));
        expect(response.getHeaderLine('Content-Type')).toContain(type);
        const body = await bodyOf(response);
        const title = body.startsWith('{')
          ? (JSON.parse(body) as { title?: string; message?: string })
          : { title: /<(title|message)>(?:<!\[CDATA\[)?([^<\]]*)/.exec(body)?.[2] };
        expect(title.title ?? ('message' in title && title.message)).toBe(titles[index]);
      }
    },
  );

  it.each([404, 405])(
    'of the status %d keep the title that the application has set',
    async (status) => {
      const app = createApp({ factories, logger });
      const error = new HttpException(request(), 'No such book.', status).setTitle('No book');
      app.get('/', () => {
        throw error;
      });
      const accept = request().withHeader('Accept', 'application/problem+json');
      expect(JSON.parse(await bodyOf(await app.handle(accept)))).toMatchObject({
        title: 'No book',
      });
    },
  );

  it('of handlers that return an object with then, which returns nothing, are responses', async () => {
    const later = (value: unknown) => ({
      then(resolve: (value: unknown) => void) {
        resolve(value);
      },
    });
    for (const value of ['text', undefined]) {
      const app = createApp({ factories, logger });
      app.get('/', (_request, response) => {
        response.write('written ');
        return later(value) as never;
      });
      expect(await bodyOf(await app.handle(request()))).toBe(`written ${value ?? ''}`);
      const failed = failing(new Error('e'));
      failed
        .getContainer()
        .set('errorHandler', () => (_request, response) => later(response.write('late')) as never);
      expect(await bodyOf(await failed.handle(request()))).toBe('late');
    }
  });

  it('with a status get a response with that status if there is no custom handler', async () => {
    const app = failing(new HttpForbiddenException(request()));
    expect((await app.handle(request())).getStatusCode()).toBe(403);
  });

  it('show their details only under displayErrorDetails', async () => {
    const shown = failing(new Error('secret'), { settings: { displayErrorDetails: true } });
    expect(await bodyOf(await shown.handle(request()))).toContain('secret');
    expect(await bodyOf(await failing(new Error('secret')).handle(request()))).not.toContain(
      'secret',
    );
  });

  it('of an error handler are answered without that handler, and have the first error as cause', async () => {
    const reported: unknown[] = [];
    const first = new Error('first');
    const app = failing(first, { errors: { onError: (error) => void reported.push(error) } });
    app.getContainer().set('errorHandler', () => () => Promise.reject(new Error('second')));
    expect((await app.handle(request())).getStatusCode()).toBe(500);
    expect(reported).toEqual([new Error('second')]);
    expect((reported[0] as Error).cause).toBe(first);
  });

  it('can be handled by the handlers that the container has initially', async () => {
    const container = createApp({ factories, logger }).getContainer();
    const given = [
      decorateRequest(request()),
      decorateResponse(factories.createResponse(), factories),
    ] as const;
    const missing = await container.get('notFoundHandler')?.(...given);
    const refused = await container.get('notAllowedHandler')?.(...given, ['PUT']);
    const failed = await container.get('errorHandler')?.(...given, new Error('e'));
    const broken = await container.get('phpErrorHandler')?.(...given, new TypeError('e'));
    expect([missing, refused, failed, broken].map((answer) => answer?.getStatusCode())).toEqual([
      404, 405, 500, 500,
    ]);
    expect(refused?.getHeaderLine('Allow')).toBe('PUT');
  });

  it('go to the handler of a container that was passed in', async () => {
    const container = new Container();
    const app = failing(new Error('e'), { container });
    container.set('errorHandler', () => (_request, response) => response.write('theirs'));
    expect(await bodyOf(await app.handle(request()))).toBe('theirs');
  });

  it('before the application are handled too: a form over the limits', async () => {
    const app = createApp({ factories, logger });
    const body = factories.createStream(`a${'[b]'.repeat(100)}=1`);
    const bad = factories
      .createServerRequest('POST', '/')
      .withHeader('Content-Type', 'application/x-www-form-urlencoded')
      .withBody(body);
    expect((await app.handle(bad)).getStatusCode()).toBe(400);
  });

  it('reach the handler with a request whose method can be read', async () => {
    const app = createApp({ factories, logger });
    app
      .getContainer()
      .set('errorHandler', () => (inner, response) => response.write(inner.getMethod()));
    app.add((inner, response, next) => next(inner.withAttribute('a', 1), response));
    const bad = factories
      .createServerRequest('POST', '/')
      .withHeader('Content-Type', 'application/x-www-form-urlencoded')
      .withBody(factories.createStream(`a${'[b]'.repeat(100)}=1`));
    expect(await bodyOf(await app.handle(bad))).toBe('POST');
  });

  it('of a form that nothing reads are not reported', async () => {
    const app = createApp({ factories, logger });
    app.add((_inner, response) => response.withStatus(403));
    const bad = factories
      .createServerRequest('POST', '/')
      .withHeader('Content-Type', 'application/x-www-form-urlencoded')
      .withBody(factories.createStream(`a${'[b]'.repeat(100)}=1`));
    expect((await app.handle(bad)).getStatusCode()).toBe(403);
  });

  it('for a path that cannot be read are 400, and pass through the middleware as errors', async () => {
    const app = createApp({ factories, logger });
    const caught: unknown[] = [];
    app.add(async (inner, response, next) => {
      try {
        return await next(inner, response);
      } catch (error) {
        caught.push(error);
        throw error;
      }
    });
    expect((await app.handle(request('/%00'))).getStatusCode()).toBe(400);
    expect(caught).toMatchObject([{ status: 400 }]);
  });
});

function bodyOf(response: ResponseInterface): Promise<string> {
  return response.getBody().text();
}
