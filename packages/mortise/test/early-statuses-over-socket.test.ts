import { describe, expect, it } from '@jest/globals';
import { createApp as createVariantA } from '@mortise/compat-variant-a';
import { upgradeTo } from '@mortise/base/upgrade';
import { toFetchHandler } from '@mortise/fetch';
import type { MiddlewareInterface, ResponseInterface } from '@mortise/http-message';
import { type AppInterface, createApp, factories, type LoggerInterface } from '../src/index.js';
import { overSocket } from '../src/testing/index.js';

/** What applications of both variants have. */
type App = Pick<AppInterface, 'handle' | 'close'> & {
  add(layer: MiddlewareInterface | (() => unknown)): unknown;
};

const passOn: MiddlewareInterface = {
  process: (request, handler) => handler.handle(request),
};

const VARIANTS: readonly [name: string, create: (options: object) => App][] = [
  ['variant B', (options) => createApp(options) as unknown as App],
  ['variant A', (options) => createVariantA({ factories, ...options }) as unknown as App],
];
const status = (code: number): ResponseInterface => factories.createResponse().withStatus(code);
const upgrade = (): ResponseInterface =>
  upgradeTo(factories.createResponse(), 'websocket', () => undefined);
const EARLY: readonly [what: string, make: () => ResponseInterface, code: number, way: string][] = [
  ['100', () => status(100), 100, ''],
  ['103', () => status(103), 103, ''],
  ['101', () => status(101), 101, '; for 101, use upgradeTo(), and keep its body in layers'],
  [
    '101 without the body of upgradeTo()',
    () => upgrade().withBody(factories.createStream('')),
    101,
    '; for 101, use upgradeTo(), and keep its body in layers',
  ],
];
const WHEN: readonly [when: string, give: (value: ResponseInterface) => unknown][] = [
  ['at once', (value) => value],
  ['later', (value) => Promise.resolve(value)],
];

describe.each(VARIANTS)('in %s, an application layer that returns', (_variant, create) => {
  describe.each(EARLY)('%s', (_what, make, code, way) => {
    describe.each(WHEN)('%s', (_when, give) => {
      it.each([
        ['outermost, in development', true, false],
        ['outermost', false, false],
        ['inside another layer, in development', true, true],
        ['inside another layer', false, true],
      ])('is an error that names it: %s', async (_place, development, isInside) => {
        const lines: string[] = [];
        const logger: LoggerInterface = { error: (line) => void lines.push(line), info: () => 0 };
        const app = create({ development, logger });
        app.add(function early() {
          return give(make());
        });
        if (isInside) app.add(passOn);
        const client = overSocket(app);
        try {
          const response = await client.get('/', { headers: { Accept: 'text/plain' } });
          expect(response.getStatusCode()).toBe(500);
          expect(await response.getBody().text()).toContain('Error');
        } finally {
          await client.close();
        }
        const expected = `AppError: middleware "early" returned an invalid response: status ${code} is not final: expected 200 or above${way}`;
        expect(lines).toEqual([expect.stringContaining(expected)]);
      });
    });
  });

  it('an upgrade passes it on', async () => {
    const app = create({ logger: { error: () => 0, info: () => 0 } });
    app.add(() => upgrade());
    app.add(passOn);
    const response = await app.handle(factories.createServerRequest('GET', '/'));
    expect([response.getStatusCode(), response.getHeaderLine('Upgrade')]).toEqual([
      101,
      'websocket',
    ]);
  });

  it('103 is that error for a fetch handler too', async () => {
    const lines: string[] = [];
    const app = create({ logger: { error: (line: string) => lines.push(line), info: () => 0 } });
    app.add(function early() {
      return status(103);
    });
    const response = await toFetchHandler(app, { factories })(new Request('http://example.test/'));
    expect(response.status).toBe(500);
    expect(lines).toEqual([expect.stringContaining('middleware "early" returned an invalid')]);
  });
});

it.each(WHEN)('the error middleware around an early status, %s, responds', async (_when, give) => {
  for (const development of [true, false]) {
    const app = createApp({ development });
    app.add(() => give(status(103)) as ResponseInterface);
    app.addErrorMiddleware().setDefaultErrorHandler((_request, error) => {
      const response = factories.createResponse(500);
      response.getBody().write(error.message);
      return response;
    });
    const client = overSocket(app);
    try {
      const response = await client.get('/');
      expect([response.getStatusCode(), await response.getBody().text()]).toEqual([
        500,
        'middleware #1 returned an invalid response: status 103 is not final: expected 200 or above',
      ]);
    } finally {
      await client.close();
    }
  }
});
