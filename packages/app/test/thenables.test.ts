import { describe, expect, it } from '@jest/globals';
import type { ResponseInterface } from '@mortise/http-message';
import { implementations } from '../../../tooling/testing/implementations.js';
import { type AppInterface, type AppOptions, createApp, errorOf } from '../src/index.js';
import { requestsOf } from './requests-of.js';

type Resolve = (value?: unknown) => void;

/** What a place returns, and the outcome: the status, or the code or message of the error. */
const results: Record<
  string,
  [result: (response: ResponseInterface) => unknown, outcome: unknown]
> = {
  'a promise of a response': [(response) => Promise.resolve(response), 201],
  'an object whose then resolves a response, and returns nothing': [
    (response) => ({
      then(resolve: Resolve) {
        resolve(response);
      },
    }),
    201,
  ],
  'one that resolves twice, then throws': [
    (response) => ({
      then(resolve: Resolve) {
        resolve(response);
        resolve();
        throw new Error('late');
      },
    }),
    201,
  ],
  'one that resolves nothing': [
    () => ({
      then(resolve: Resolve) {
        resolve();
      },
    }),
    'RESPONSE_MISSING',
  ],
  'one that rejects': [
    () => ({
      then(_resolve: Resolve, reject: Resolve) {
        reject(new Error('of then'));
      },
    }),
    'of then',
  ],
  'one that throws': [
    () => ({
      then() {
        throw new Error('of then');
      },
    }),
    'of then',
  ],
  'an object whose then is not a function': [() => ({ then: 7 }), 'RESPONSE_MISSING'],
};

type Place = (app: AppInterface, result: () => never) => unknown;
const pass = (app: AppInterface) => app.add((request, handler) => handler.handle(request));

/** Where something is returned, with the name of the place in the error for a missing response. */
const places: Record<string, [name: string, place: Place]> = {
  'a handler': ['route GET /', (app, result) => app.get('/', result)],
  'a layer of a route': [
    'middleware "result" of route GET /',
    (app, result) => app.get('/', (_request, response) => response).add(result),
  ],
  'a layer of a group': [
    'middleware "result" of group ',
    (app, result) =>
      app.group('', (group) => void group.get('/', (_request, response) => response)).add(result),
  ],
  'a layer of the application': ['middleware "result"', (app, result) => pass(app.add(result))],
  'the outermost layer': ['middleware "result"', (app, result) => pass(app).add(result)],
};

const modes: Record<string, [options: Partial<AppOptions>, prepare?: (app: AppInterface) => void]> =
  {
    'its own error handling': [{}],
    'errors: false': [{ errors: false }],
    addErrorMiddleware: [{}, (app) => void app.addErrorMiddleware({ log: false })],
  };

describe.each(implementations)('what is returned, over %s', (_name, factories) => {
  const { get } = requestsOf(factories);
  const logger = { error: () => undefined, info: () => undefined };

  /** Returns the status, or the error, of an application with one place. */
  async function outcomeOf(
    [options, prepare]: (typeof modes)[string],
    development: boolean,
    place: Place,
    make: (response: ResponseInterface) => unknown,
  ): Promise<unknown> {
    const app = createApp({ factories, logger, development, ...options });
    const result = () => make(factories.createResponse(201)) as never;
    place(app, result);
    prepare?.(app);
    const request = get('/');
    try {
      const response = await app.handle(request);
      return errorOf(request) ?? response.getStatusCode();
    } catch (error) {
      return error;
    }
  }

  const rows = Object.keys(modes).flatMap((mode) =>
    [true, false].flatMap((development) =>
      Object.keys(places).map((place) => [place, mode, development] as const),
    ),
  );
  it.each(rows)('by %s with %s, in development: %j', async (at, mode, development) => {
    const [name, place] = places[at] as (typeof places)[string];
    for (const [what, [make, expected]] of Object.entries(results)) {
      const outcome = await outcomeOf(
        modes[mode] as (typeof modes)[string],
        development,
        place,
        make,
      );
      const { code, message } = Object(outcome) as { code?: string; message?: string };
      expect([what, code ?? message ?? outcome]).toEqual([what, expected]);
      if (code !== undefined) expect(message).toContain(`${name} returned `);
    }
  });

  it('that never resolves is waited for, like a promise', () => {
    for (const place of Object.values(places)) {
      const app = createApp({ factories, logger });
      place[1](app, () => ({ then: () => undefined }) as never);
      expect(app.handle(get('/'))).toBeInstanceOf(Promise);
    }
  });
});
