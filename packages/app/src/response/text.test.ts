import { describe, expect, it } from '@jest/globals';
import type { ResponseInterface } from '@mortise/http-message';
import { factories } from '@mortise/message';
import { implementations } from '../../../../tooling/testing/implementations.js';
import { recorder } from '../../test/failing-app.js';
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

  describe.each(implementations)('to what a callback receives, on %s,', (_name, own) => {
    /** Calls `json` in a callback, and returns what is sent or logged. */
    const sent = async (data: unknown, development: boolean, status?: number) => {
      const { logger, lines } = recorder();
      const app = createApp({ factories: own, logger, development });
      app.get('/', (_request, response) =>
        json(response.withHeader('A', 'b').withStatus(202), data, status),
      );
      const response = await app.handle(own.createServerRequest('GET', 'http://example.test/'));
      return lines[0]?.[1] ?? (await response.getBody().text());
    };
    const late = Promise.resolve(1);

    it('refuses a promise inside the data in development, and names its member', async () => {
      const refused = '500 TypeError: await the promise books: JSON cannot represent it';
      expect(await sent({ books: late }, true)).toBe(refused);
      expect(await sent([{ a: [{ books: late }] }], true, 201)).toBe(refused);
      const books = { toJSON: () => [], then: () => undefined };
      expect(await sent({ a: {}, books }, true)).toBe('{"a":{},"books":[]}');
    });

    class Book {
      #title = 'Emma';
      get title() {
        return this.#title;
      }
    }
    it.each<[string, unknown, string]>([
      [
        'a Map',
        new Map([['a', 1]]),
        'an instance of Map of "a", which becomes {}: write Object.fromEntries(map), or [...map]',
      ],
      ['a Set', new Set([1]), 'an instance of Set of "a", which becomes {}: write [...values]'],
      ['an iterator', new Map().values(), 'which becomes {}: write [...values]'],
      ['a generator', (function* () {})(), 'which becomes {}: write [...values]'],
      [
        'parameters',
        new URLSearchParams('a=1'),
        'an instance of URLSearchParams of "a", which becomes {}: write [...values]',
      ],
      [
        'an async generator',
        (async function* () {})(),
        'which becomes {}: write return ndjson(request, response, values)',
      ],
      [
        'an error',
        new RangeError('x'),
        'an instance of RangeError of "a", which becomes {}: write { message: error.message }',
      ],
      [
        'an object with getters only',
        new Book(),
        'an instance of Book of "a", which becomes {}: write { title: value.title }, or give the class toJSON()',
      ],
      [
        'an object with inherited getters only',
        new (class Novel extends Book {})(),
        'an instance of Novel of "a", which becomes {}: write { title: value.title }, or give the class toJSON()',
      ],
    ])('refuses %s in development, whose content would be lost', async (_what, a, message) => {
      const refused = await sent({ a }, true);
      expect(refused).toContain(`500 TypeError: JSON cannot represent`);
      expect(refused).toContain(message);
      expect(refused).toContain('of "a"');
      expect(await sent(a, true)).toContain(message.replace(' of "a"', ''));
      expect(await sent({ a }, false)).toBe('{"a":{}}');
    });

    it.each<[string, unknown, string]>([
      ['NaN', Number.NaN, 'NaN'],
      ['an infinite number', -Infinity, '-Infinity'],
      ['an invalid date', new Date('x'), 'an invalid date'],
    ])('refuses %s in development, which would become null', async (_what, a, shown) => {
      const refused = `500 TypeError: JSON cannot represent ${shown}`;
      const way = ', which becomes null: write null, or a valid value';
      expect(await sent({ b: null, a }, true)).toBe(`${refused} of "a"${way}`);
      expect(await sent([a], true)).toBe(`${refused} of "0"${way}`);
      expect(await sent(a, true)).toBe(refused + way);
      expect(await sent({ a }, false)).toBe('{"a":null}');
    });

    it('refuses an absent list item in development, which would become null', async () => {
      const refused = '500 TypeError: JSON cannot represent undefined of "1", which becomes null';
      expect(await sent([1, undefined], true)).toContain(refused);
      expect(await sent([() => 1], true)).toContain('JSON cannot represent a function of "0"');
      expect(await sent([1, undefined], false)).toBe('[1,null]');
    });

    it('writes null, and omits members that are undefined or functions', async () => {
      const data = { a: null, b: undefined, c: () => 1, d: [null], e: { toJSON: () => null } };
      expect(await sent(data, true)).toBe('{"a":null,"d":[null],"e":null}');
    });

    it('writes objects that are empty, or that have toJSON()', async () => {
      class Empty {
        isEmpty() {
          return true;
        }
      }
      const map = Object.assign(new Map(), { toJSON: () => 1 });
      const data = { a: {}, b: new Empty(), c: Object.create(null) as object, d: map };
      expect(await sent(data, true)).toBe('{"a":{},"b":{},"c":{},"d":1}');
      // Of another realm under Jest.
      expect(await sent({ a: structuredClone({}) }, true)).toBe('{"a":{}}');
    });

    it.each([true, false])('names the member that is a bigint, development: %j', async (on) => {
      expect(await sent({ rows: [{ id: 7n }] }, on)).toContain(
        'JSON cannot represent the bigint 7n of "id": write String(value) or Number(value)',
      );
    });

    it('writes it as {} without development, whatever other applications do', async () => {
      expect(await sent({ books: late }, true)).toContain('await the promise');
      expect(await sent({ books: late }, false)).toBe('{"books":{}}');
    });
  });

  it.each([null, 0, false, ''])('writes %j', async (data) => {
    const response = json(factories.createResponse(), data);
    expect(await response.getBody().text()).toBe(JSON.stringify(data));
  });
});

const WRITTEN =
  "the response already has a body: after json, text or html, return the result; create a new response for each request; to replace a body, first write response = response.withBody(app.factories.createStream(''))";

describe.each(implementations)('a response that has a body, on %s,', (_name, own) => {
  const write: [string, Write][] = [
    ['json', json],
    ['html', html],
    ['text', text],
  ];

  it.each(write)('is refused by %s', (_call, second) => {
    const first = text(own.createResponse(), 'a');
    expect(() => second(first, 'b')).toThrow(
      expect.objectContaining({ code: 'RESPONSE_INVALID', message: WRITTEN }),
    );
  });

  it.each([true, false])('is an error of its callback, development: %j', async (development) => {
    const { logger, lines } = recorder();
    const app = createApp({ factories: own, logger, development });
    app.get('/', (_request, response) => {
      json(response, 1, 404);
      return json(response, 'b');
    });
    const response = await app.handle(own.createServerRequest('GET', 'http://example.test/'));
    expect(response.getStatusCode()).toBe(500);
    expect(lines[0]?.[1]).toBe(`500 Error: ${WRITTEN}`);
  });

  it('gets another one after withBody', async () => {
    const first = text(own.createResponse(), 'a');
    const second = json(first.withBody(own.createStream('')), 'b');
    expect(await second.getBody().text()).toBe('"b"');
    expect(await first.getBody().text()).toBe('a');
  });

  it('can have an empty one', async () => {
    expect(await text(text(own.createResponse(), ''), 'b').getBody().text()).toBe('b');
  });

  it.each(write)(
    'is refused by %s if that is a stream, whose source is cancelled',
    async (_call, add) => {
      let cancelled = false;
      const source = new ReadableStream({ cancel: () => void (cancelled = true) });
      const body = own.createStreamFromResource(source as AsyncIterable<Uint8Array>);
      expect(() => add(own.createResponse().withBody(body), 'a')).toThrow(WRITTEN);
      await Promise.resolve();
      expect(cancelled).toBe(true);
    },
  );
});

describe.each(implementations)('content with a status that has no body, on %s,', (_name, own) => {
  const sent = async (write: (response: ResponseInterface) => unknown, development: boolean) => {
    const { logger, lines } = recorder();
    const app = createApp({ factories: own, logger, development });
    app.get('/', (_request, response) => write(response) as ResponseInterface);
    const response = await app.handle(own.createServerRequest('GET', 'http://example.test/'));
    return lines[0]?.[1] ?? response.getStatusCode();
  };

  describe.each([204, 205, 304])('%d,', (status) => {
    const refused = `500 AppError: a response with status ${status} has no body, so its content would be dropped: write return response.withStatus(${status}), or choose a status with a body, such as 200`;

    it.each<[string, (response: ResponseInterface) => ResponseInterface]>([
      ['json', (response) => json(response, { a: 1 }, status)],
      ['text', (response) => text(response, 'a', status)],
      ['html', (response) => html(response.withStatus(status), 'a')],
    ])('is refused in development: %s', async (_call, write) => {
      expect(await sent(write, true)).toBe(refused);
      expect(await sent(write, false)).toBe(status);
    });

    it('is not refused if it is empty', async () => {
      expect(await sent((response) => text(response, '', status), true)).toBe(status);
    });
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

it.each<['text' | 'html', () => unknown, string]>([
  ['text', () => undefined, 'undefined; expected a string'],
  ['html', () => undefined, 'undefined; expected a string'],
  ['html', () => Promise.resolve(''), 'a promise: await it'],
  ['text', () => Promise.reject(new Error('closed')), 'a promise: await it'],
])('%s, given %p, says that it received no text: %s', (name, content, received) => {
  expect(() => ({ text, html })[name](factories.createResponse(), content() as never)).toThrow(
    new TypeError(`${name} received ${received}`),
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
