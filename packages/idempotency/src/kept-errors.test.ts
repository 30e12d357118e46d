/** What is kept of errors that the handler throws: the application renders them outside the layer. */
import { describe, expect, it } from '@jest/globals';
import { HTTP_ERROR } from '@mortise/base';
import { memoryStore } from '@mortise/store';
import { createApp, httpError } from 'mortise';
import { HttpNotFoundException } from 'mortise/slim';
import { inProcess } from 'mortise/testing';
import { implementations } from '../../../tooling/testing/implementations.js';
import { waitFor } from '../../../tooling/testing/wait-for.js';
import { payments } from '../test/payments.js';
import { idempotency } from './index.js';
import { errorRecord, isRetryable } from './kept-error.js';

const circle: Record<string, unknown> = {};
circle['self'] = circle;

const thrown: readonly [string, () => unknown][] = [
  ['httpError', () => httpError(402, 'Add some.', { code: 'POOR', title: 'No money' })],
  ['httpError with a problem', () => httpError(409, 'x', { problem: { type: 'https://a.test/' } })],
  ['httpError of 500 and above', () => httpError(502, 'The bank is closed.', { code: 'BANK' })],
  ['httpError without a text', () => httpError(403)],
  ['httpError with headers', () => httpError(429, 'x', { headers: { 'Retry-After': '7' } })],
  ['an error with a status', () => Object.assign(new Error('secret'), { status: 409 })],
  [
    'an exposed error',
    () => Object.assign(new Error('a'), { status: 409, expose: true, code: 'A' }),
  ],
  [
    'an exposed error of 500',
    () => Object.assign(new Error('secret'), { status: 500, expose: true, code: 'SECRET' }),
  ],
  ['an error with a statusCode', () => Object.assign(new Error('secret'), { statusCode: 413 })],
];

describe.each(implementations)('idempotency with %s', (_, factories) => {
  for (const accept of [
    'application/problem+json',
    'text/html',
    'text/plain',
    'application/json',
  ]) {
    it.each(thrown)(`repeats %s as ${accept}, without running again`, async (_name, create) => {
      const shop = payments(factories, {}, () => {
        throw create();
      });
      const request = { headers: { Accept: accept } };
      const [first, second] = [await shop.pay(request), await shop.pay(request)];
      expect(shop.runs).toBe(1);
      expect(second.getHeaderLine('Idempotency-Replayed')).toBe('true');
      expect(second.getStatusCode()).toBe(first.getStatusCode());
      expect(second.withoutHeader('Idempotency-Replayed').getHeaders()).toEqual(first.getHeaders());
      const texts = [first, second].map((response) => response.getBody().text());
      const [text, repeated] = await Promise.all(texts);
      expect(repeated).toBe(text);
    });
  }

  it.each([
    ['an Error', new Error('secret')],
    ['text', 'secret'],
    ['undefined', undefined],
  ])('repeats %s as a 500 without its text', async (_name, error) => {
    const shop = payments(factories, {}, () => {
      throw error as Error;
    });
    const [first, second] = [await shop.pay(), await shop.pay()];
    expect([shop.runs, first.getStatusCode(), second.getStatusCode()]).toEqual([1, 500, 500]);
    expect(await second.getBody().text()).not.toContain('secret');
  });

  it.each(['of the application', 'of a route', 'inside error middleware'])(
    'as a layer %s, leaves the log of an error to the first request',
    async (place) => {
      const seen: unknown[] = [];
      const note = (text: unknown) => void seen.push(String(text));
      const app = createApp({
        ...{ factories, logger: { error: note, info: note } },
        errors: { onError: note },
      });
      const layer = idempotency({ store: memoryStore(), scope: () => 'ada' });
      const fail = () => {
        throw new TypeError('x is not a function');
      };
      app.post('/', fail, { layers: place === 'of a route' ? [layer] : [] });
      if (place !== 'of a route') app.add(layer);
      if (place === 'inside error middleware') app.addErrorMiddleware();
      const pay = () => inProcess(app).post('/', { headers: { 'Idempotency-Key': '"1"' } });
      const responses = [await pay(), await pay(), await pay()];
      expect(responses.map((each) => each.getStatusCode())).toEqual([500, 500, 500]);
      expect(responses[2]?.getHeaderLine('Idempotency-Replayed')).toBe('true');
      expect(seen).toEqual([
        'TypeError: x is not a function',
        '500 TypeError: x is not a function',
      ]);
    },
  );

  it.each([
    ['kept', 'the application', false, 'compareAndSet'],
    ['kept', 'a route', false, 'compareAndSet'],
    ['not kept, because the request took no effect', 'the application', true, 'delete'],
    ['not kept, because the request took no effect', 'a route', true, 'delete'],
  ] as const)('responds after an error is %s, as a layer of %s', async (...row) => {
    const [, place, retryable, method] = row;
    const store = memoryStore();
    const order: string[] = [];
    let settle = (): void => undefined;
    const settled = new Promise<void>((resolve) => (settle = resolve));
    const write = store[method].bind(store) as (...given: unknown[]) => Promise<never>;
    const app = createApp({ factories });
    const layer = idempotency({ store, scope: () => 'ada' });
    const fail = () => {
      store[method] = async (...given: unknown[]) => {
        order.push('writes');
        await settled;
        return write(...given);
      };
      throw Object.assign(httpError(409), { retryable });
    };
    app.post('/', fail, { layers: place === 'a route' ? [layer] : [] });
    if (place !== 'a route') app.add(layer);
    const response = inProcess(app)
      .post('/', { headers: { 'Idempotency-Key': '"1"' } })
      .then(() => order.push('responds'));
    await waitFor(() => order.length > 0);
    for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate);
    order.push('written');
    settle();
    await response;
    expect(order).toEqual(['writes', 'written', 'responds']);
  });

  it('repeats an error of Slim without its message', async () => {
    const shop = payments(factories, {}, (request) => {
      throw Object.assign(new HttpNotFoundException(request, 'secret'), {
        description: 'No book.',
      });
    });
    await shop.pay();
    const response = await shop.pay({ headers: { Accept: 'text/html' } });
    const text = await response.getBody().text();
    expect(response.getStatusCode()).toBe(404);
    expect([text.includes('No book.'), text.includes('secret')]).toEqual([true, false]);
  });

  it('frees the key after an error that says that it is retryable', async () => {
    const shop = payments(factories, {}, (_request, response) => {
      if (shop.runs > 2) return response.withStatus(201);
      throw Object.assign(httpError(503, 'The bank is busy.'), { retryable: true });
    });
    const statuses: number[] = [];
    for (let sent = 1; sent <= 4; sent++) statuses.push((await shop.pay()).getStatusCode());
    expect([shop.runs, statuses]).toEqual([3, [503, 503, 201, 201]]);
  });

  it('accepts another content after a retryable error', async () => {
    const shop = payments(factories, {}, (_request, response) => {
      if (shop.runs > 1) return response;
      throw Object.assign(new Error('x'), { retryable: true });
    });
    await shop.pay({ body: 'a' });
    expect((await shop.pay({ body: 'b' })).getStatusCode()).toBe(200);
  });

  it('passes the error of the handler unchanged', async () => {
    const error = new Error('x');
    const layer = idempotency({ store: memoryStore(), factories, scope: () => 'ada' });
    const request = factories
      .createServerRequest('POST', 'https://h.test/')
      .withHeader('Idempotency-Key', '"k"');
    const handle = () => {
      throw error;
    };
    await expect((async () => layer.process(request, { handle }))()).rejects.toBe(error);
  });

  it('runs inside a layer that turns errors into responses as for responses', async () => {
    let runs = 0;
    const app = createApp({ factories });
    app
      .post('/', () => {
        runs += 1;
        throw new RangeError('out of flour');
      })
      .add(async (request, handler) => {
        try {
          return await handler.handle(request);
        } catch {
          return factories.createResponse(409).withBody(factories.createStream('out of flour'));
        }
      })
      .add(idempotency({ store: memoryStore(), factories, scope: () => 'ada' }));
    const client = inProcess(app);
    const headers = { 'Idempotency-Key': '"k"' };
    await client.post('/', { headers });
    const response = await client.post('/', { headers });
    expect([runs, response.getStatusCode(), await response.getBody().text()]).toEqual([
      1,
      409,
      'out of flour',
    ]);
  });
});

describe('errorRecord', () => {
  const empty = {
    kind: 'error',
    fingerprint: 'f',
    code: null,
    title: null,
    detail: '',
    problem: {},
  };
  it.each<[string, unknown, object]>([
    ['undefined', undefined, { ...empty, status: 500, headers: [] }],
    ['a status outside 400 to 599', { status: 200 }, { ...empty, status: 500, headers: [] }],
    [
      'a problem that JSON cannot represent',
      { status: 409, problem: circle, [HTTP_ERROR]: true },
      { ...empty, status: 409, headers: [] },
    ],
    [
      'a problem that is text',
      { status: 409, problem: undefined, [HTTP_ERROR]: true },
      { ...empty, status: 409, headers: [] },
    ],
    [
      'texts that are not texts',
      { status: 409, code: 7, title: {}, detail: [], message: null, [HTTP_ERROR]: true },
      { ...empty, status: 409, headers: [] },
    ],
    [
      'cookies',
      { status: 409, headers: { 'Set-Cookie': 'a=1', 'X-A': '1' }, [HTTP_ERROR]: true },
      { ...empty, status: 409, headers: [['X-A', '1']] },
    ],
    [
      'the message of a server error',
      { status: 500, message: 'secret', detail: 'Sorry.', [HTTP_ERROR]: true },
      { ...empty, status: 500, detail: 'Sorry.', headers: [] },
    ],
  ])('of an error with %s has what clients may know', (_, error, record) => {
    expect(errorRecord('f', error)).toEqual(record);
  });
});

describe('isRetryable', () => {
  it.each<[unknown, boolean]>([
    [{ retryable: true }, true],
    [{ retryable: 'true' }, false],
    [{ retryable: 1 }, false],
    [{ status: 503 }, false],
    [new Error('retryable'), false],
    [null, false],
  ])('of %p is %p', (error, expected) => {
    expect(isRetryable(error)).toBe(expected);
  });
});
