import { expect, it } from '@jest/globals';
import { factories } from '@mortise/message';
import { implementations } from '../../../../tooling/testing/implementations.js';
import { createApp } from '../index.js';
import { HaltException } from './halt-exception.js';

it('a HaltException has its response, and names the status', () => {
  const response = factories.createResponse(418);
  const halt = new HaltException(response);
  expect(halt.response).toBe(response);
  expect(halt.message).toBe('halted with status 418');
});

it('a HaltException refuses a value that is not a response', () => {
  for (const value of [undefined, 'text', { status: 200 }]) {
    expect(() => new HaltException(value as never)).toThrow(
      expect.objectContaining({
        code: 'OPTION_INVALID',
        option: 'HaltException',
        message: expect.stringContaining('expected a PSR-7 response, or a Response') as unknown,
      }),
    );
  }
});

it.each(implementations)(
  'a HaltException with a Response sends it, over %s',
  async (_name, made) => {
    const app = createApp({ factories: made, logger: { error: unexpected, info: unexpected } });
    const headers: [string, string][] = [
      ['Set-Cookie', 'a=1'],
      ['Set-Cookie', 'b=2'],
    ];
    app
      .get('/', () => {
        throw new HaltException(new Response('halt', { status: 418, headers }));
      })
      .add((request, response, next) => next(request, response.withHeader('X-Layer', 'seen')));
    const response = await app.handle(made.createServerRequest('GET', 'http://h.test/'));
    expect([response.getStatusCode(), response.getHeaders()]).toEqual([
      418,
      { 'set-cookie': ['a=1', 'b=2'], 'content-type': ['text/plain;charset=UTF-8'] },
    ]);
    expect(await response.getBody().text()).toBe('halt');
  },
);

it('a HaltException with a Response that cannot be sent is a named error', async () => {
  const errors: unknown[] = [];
  const app = createApp({
    factories,
    logger: { error: (_message, context) => void errors.push(context), info: unexpected },
  });
  app.get('/', () => {
    throw new HaltException(Response.error());
  });
  const response = await app.handle(factories.createServerRequest('GET', 'http://h.test/'));
  expect(response.getStatusCode()).toBe(500);
  expect(errors).toEqual([
    expect.objectContaining({ exception: expect.objectContaining({ code: 'RESPONSE_INVALID' }) }),
  ]);
});

function unexpected(...what: unknown[]): never {
  throw new Error(`not expected: ${String(what)}`);
}
