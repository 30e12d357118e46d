import { describe, expect, it } from '@jest/globals';
import { createApp as createAppB, text } from '@mortise/app';
import type { MiddlewareInterface, ResponseInterface } from '@mortise/http-message';
import { implementations } from '../../../../tooling/testing/implementations.js';
import { createApp, doublePass, HaltException, singlePass, type VariantA } from '../index.js';

/** Responds to requests with what the layers of both variants note. */
describe.each(implementations)('a HaltException over %s', (_name, factories) => {
  const request = () => factories.createServerRequest('GET', 'http://h.test/');
  const seen: string[] = [];

  const noting: MiddlewareInterface = {
    async process(received, handler) {
      try {
        const response = await handler.handle(received);
        seen.push(`response ${response.getStatusCode()}`);
        return response.withHeader('X-Noting', '1');
      } catch (error) {
        seen.push(`error ${String(error)}`);
        throw error;
      }
    },
  };

  const halting = [
    ['at once', (_q, r) => halt(r)],
    ['later', async (_q, r) => halt(await Promise.resolve(r))],
    ['with a Response', () => halt(new Response('stop', { status: 402 }))],
  ] as const satisfies readonly (readonly [string, VariantA['callback']])[];

  it.each(halting)('thrown %s is a response for PSR-15 middleware', async (_when, callback) => {
    for (const layer of [noting, singlePass(noting), singlePass((q, h) => noting.process(q, h))]) {
      seen.length = 0;
      const app = createApp({ factories });
      app.get('/', callback).add(layer);
      const response = await app.handle(request());
      expect(seen).toEqual(['response 402']);
      expect([response.getStatusCode(), response.getHeaderLine('X-Noting')]).toEqual([402, '1']);
      expect(await response.getBody().text()).toBe('stop');
    }
  });

  it('skips the layers of variant A outside that middleware, and those inside it', async () => {
    const app = createApp({ factories });
    const marking = (name: string): VariantA['middleware'] => {
      return async (received, response, next) =>
        (await next(received, response)).withHeader(name, '1');
    };
    app
      .get('/', (_request, response) => halt(response))
      .add(marking('X-Inside'))
      .add(noting)
      .add(marking('X-Outside'));
    app.add(noting);
    const response = await app.handle(request());
    expect(Object.keys(response.getHeaders())).not.toContain('x-inside');
    expect(Object.keys(response.getHeaders())).not.toContain('x-outside');
    expect(response.getHeaderLine('X-Noting')).toBe('1');
  });

  it('that a PSR-15 layer has repeated with success does not skip the layers outside it', async () => {
    const app = createApp({ factories });
    let calls = 0;
    app
      .get('/', (_request, response) =>
        ++calls === 1 ? halt(new Response('stop', { status: 402 })) : response.write('done'),
      )
      .add({
        process: async (received, handler) => {
          const first = await handler.handle(received);
          return first.getStatusCode() === 402 ? handler.handle(received) : first;
        },
      })
      .add(async (received, response, next) =>
        (await next(received, response)).withHeader('X-Outside', '1'),
      );
    const response = await app.handle(request());
    expect([await response.getBody().text(), calls]).toEqual(['done', 2]);
    expect(response.getHeaderLine('X-Outside')).toBe('1');
  });

  it('other than a HaltException stays an error for PSR-15 middleware', async () => {
    seen.length = 0;
    const app = createApp({ factories, logger: { error: () => undefined, info: () => undefined } });
    app
      .get('/', () => {
        throw new Error('broken');
      })
      .add(noting);
    expect((await app.handle(request())).getStatusCode()).toBe(500);
    expect(seen).toEqual(['error Error: broken']);
  });

  it('is the response of a layer that doublePass converts for a new application', async () => {
    const app = createAppB({ factories });
    app.get('/', (_request, response) => text(response, 'secret'));
    app.add(doublePass((_request, response) => halt(response), { factories }));
    app.add(noting);
    seen.length = 0;
    const response = await app.handle(request());
    expect([response.getStatusCode(), await response.getBody().text()]).toEqual([402, 'stop']);
    expect(seen).toEqual(['response 402']);
  });
});

function halt(given: ResponseInterface | Response): never {
  if (given instanceof Response) throw new HaltException(given);
  given.getBody().write('stop');
  throw new HaltException(given.withStatus(402));
}
