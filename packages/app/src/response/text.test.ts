import { describe, expect, it } from '@jest/globals';
import type { ResponseInterface } from '@mortise/http-message';
import { factories } from '@mortise/message';
import { createApp, html, json, redirect, text, withCookie } from '../index.js';

type Write = (response: ResponseInterface, content: string, status?: number) => ResponseInterface;

describe.each<[string, Write, string, string]>([
  ['text', text, 'text/plain; charset=utf-8', 'é'],
  ['html', html, 'text/html; charset=utf-8', 'é'],
  ['json', json, 'application/json', '"é"'],
])('%s', (_name, write, type, body) => {
  it('writes the body and its type, and keeps the status', async () => {
    const response = write(factories.createResponse(202), 'é');
    expect([response.getStatusCode(), response.getHeaders()]).toEqual([
      202,
      { 'Content-Type': [type] },
    ]);
    expect(await response.getBody().text()).toBe(body);
  });

  it('sets the given status, and keeps the type of the response', () => {
    const typed = factories.createResponse().withHeader('content-type', 'x/y');
    const response = write(typed, 'é', 404);
    expect([response.getStatusCode(), response.getHeaders()]).toEqual([
      404,
      { 'content-type': ['x/y'] },
    ]);
  });
});

describe('json', () => {
  it.each([
    [undefined, 'undefined'],
    [() => 1, 'function'],
    [Symbol('x'), 'symbol'],
  ])('says which kind of value it refuses: %s', (data, kind) => {
    expect(() => json(factories.createResponse(), data)).toThrow(
      `JSON cannot represent ${kind}: pass an object, a list, a string, a number, a boolean or null`,
    );
  });

  it.each([
    ['a promise', Promise.resolve([1]), 'await the promise: JSON cannot represent it'],
    ['another thenable', { then: () => undefined }, 'await the promise: JSON cannot represent it'],
  ])('refuses %s', (_what, data, message) => {
    expect(() => json(factories.createResponse(), data)).toThrow(new TypeError(message));
  });

  it('refuses a promise inside the data in development, and names its member', () => {
    createApp({ factories, development: true });
    const send = (data: unknown) => () => json(factories.createResponse(), data);
    const late = Promise.resolve(1);
    const refused = new TypeError('await the promise books: JSON cannot represent it');
    expect(send({ books: late })).toThrow(refused);
    expect(send([{ a: [{ books: late }] }])).toThrow(refused);
    expect(send({ a: {}, books: { toJSON: () => [], then: () => undefined } })).not.toThrow();
  });

  it.each([null, 0, false, ''])('writes %j', async (data) => {
    const response = json(factories.createResponse(), data);
    expect(await response.getBody().text()).toBe(JSON.stringify(data));
  });
});

it.each<[string, (given: never) => unknown]>([
  ['text', (given) => text(given, 'x')],
  ['html', (given) => html(given, 'x')],
  ['json', (given) => json(given, {})],
  ['redirect', (given) => redirect(given, '/x')],
])('%s refuses the request instead of the response', (name, call) => {
  expect(() => call(factories.createServerRequest('GET', '/') as never)).toThrow(
    expect.objectContaining({
      code: 'RESPONSE_INVALID',
      message: `${name} received an instance of ServerRequest instead of the response: write return ${name}(response, ...)`,
    }),
  );
});

it('withCookie sets the path "/" unless another path is given, and keeps earlier cookies', () => {
  const first = withCookie(factories.createResponse(), 'a', '1');
  const second = withCookie(first, 'b', '2', { path: '/shop', secure: true });
  expect(second.getHeader('Set-Cookie')).toEqual(['a=1; path=/', 'b=2; path=/shop; secure']);
});

it('withCookie sets the path "/" for an undefined path too, and refuses what browsers drop', () => {
  const response = withCookie(factories.createResponse(), 'a', '1', { path: undefined });
  expect(response.getHeader('Set-Cookie')).toEqual(['a=1; path=/']);
  expect(() => withCookie(response, 'a', '1', { path: null } as never)).toThrow('cookie.path');
  expect(() => withCookie(response, 'a', 'x'.repeat(4_096))).toThrow(
    expect.objectContaining({ code: 'COOKIE_TOO_LARGE' }),
  );
});

it.each([null, 3600, ['/shop']])('withCookie refuses the attributes %j', (attributes) => {
  expect(() => withCookie(factories.createResponse(), 'a', '1', attributes as never)).toThrow(
    expect.objectContaining({ code: 'OPTION_INVALID', option: 'cookie' }),
  );
});
