import { describe, expect, it } from '@jest/globals';
import { createApp as createAppB, perRequest } from '@mortise/app';
import { implementations } from '../../../../tooling/testing/implementations.js';
import {
  createApp,
  doublePass,
  type Next,
  type Slim3MiddlewareInterface,
  type VariantARequestInterface,
  type VariantAResponseInterface,
} from '../index.js';

class Stamp implements Slim3MiddlewareInterface {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  async invoke(request: VariantARequestInterface, response: VariantAResponseInterface, next: Next) {
    return (await next(request, response)).withHeader('X-Stamp', this.text);
  }
}

class XhrStamp extends Stamp {
  override async invoke(
    request: VariantARequestInterface,
    response: VariantAResponseInterface,
    next: Next,
  ) {
    if (!request.isXhr()) return response.withStatus(400);
    return super.invoke(request, response, next);
  }
}

describe.each(implementations)(
  'middleware as an object with invoke, over %s',
  (_name, factories) => {
    const get = () => factories.createServerRequest('GET', 'http://example.test/');
    const xhr = () => get().withHeader('X-Requested-With', 'XMLHttpRequest');

    it.each<[string, (app: ReturnType<typeof createApp>) => unknown]>([
      ['passed to add', (app) => app.add(new XhrStamp('a'))],
      ['named in the container', (app) => app.add('stamp')],
      ['created for each request', (app) => app.add(perRequest('stamp'))],
      ['of a route', (app) => app.getRouteCollector().getRoutes()[0]?.add(new XhrStamp('a'))],
    ])('calls its parent, %s', async (_where, add) => {
      const app = createApp({ factories });
      app.getContainer().factory('stamp', () => new XhrStamp('a'));
      app.get('/', (_request, response) => response);
      add(app);
      const answers = [await app.handle(xhr()), await app.handle(get())];
      expect(
        answers.map((answer) => [answer.getStatusCode(), answer.getHeaderLine('X-Stamp')]),
      ).toEqual([
        [200, 'a'],
        [400, ''],
      ]);
    });

    it('runs in an application of variant B', async () => {
      const app = createAppB({ factories });
      app.get('/', (_request, response) => response);
      app.add(doublePass(new XhrStamp('b'), { factories }));
      expect((await app.handle(xhr())).getHeaderLine('X-Stamp')).toBe('b');
    });

    it('is process, if an object has both', async () => {
      const app = createApp({ factories });
      app.get('/', (_request, response) => response);
      const both = Object.assign(new Stamp('invoke'), {
        process: () => factories.createResponse(202),
      });
      app.add(both);
      expect((await app.handle(get())).getStatusCode()).toBe(202);
    });

    it('is refused without either, and as a class', () => {
      for (const value of [{}, Stamp]) {
        expect(() => createApp({ factories }).add(value as never)).toThrow(
          expect.objectContaining({ code: 'MIDDLEWARE_INVALID' }),
        );
      }
    });
  },
);
