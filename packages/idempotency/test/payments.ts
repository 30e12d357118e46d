import type {
  Awaitable,
  HttpFactoriesInterface,
  ResponseInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import { memoryStore } from '@mortise/store';
import { type AppInterface, createApp, json } from 'mortise';
import { inProcess, type TestClient, type TestRequest } from 'mortise/testing';
import { idempotency, type IdempotencyEvent, type IdempotencyOptions } from '../src/index.js';

export type PaymentHandler = (
  request: ServerRequestInterface,
  response: ResponseInterface,
) => Awaitable<ResponseInterface>;

/** An application with one route under `idempotency`, and what a test observes of it. */
export interface Payments {
  readonly app: AppInterface;
  readonly client: TestClient;
  readonly events: IdempotencyEvent[];
  /** How often the handler has run. */
  readonly runs: number;
  /** Sends a request with the key `"k"`. */
  pay(request?: TestRequest): Promise<ResponseInterface>;
  /** Like {@link pay}, with a body that was not read yet, and a request that has not ended. */
  unread(): Promise<ResponseInterface>;
}

/** @param handle responds after the run was counted; default: 201 with the number of the run */
export function payments(
  factories: HttpFactoriesInterface,
  options: Partial<IdempotencyOptions> = {},
  handle: PaymentHandler | null = null,
): Payments {
  const events: IdempotencyEvent[] = [];
  let runs = 0;
  const app = createApp({ factories, logger: { error: () => undefined, info: () => undefined } });
  const layer = idempotency({
    store: memoryStore(),
    factories,
    scope: () => 'ada',
    onEvent: (event) => events.push(event),
    ...options,
  });
  app
    .map(
      ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'BUY'],
      '/pay',
      (request, response) => {
        runs += 1;
        return handle?.(request, response) ?? json(response.withStatus(201), { run: runs });
      },
    )
    .add(layer);
  const client = inProcess(app);
  return {
    app,
    client,
    events,
    get runs() {
      return runs;
    },
    unread: async () =>
      app.handle(
        factories
          .createServerRequest('POST', 'http://localhost/pay')
          .withHeader('Idempotency-Key', '"k"'),
      ),
    pay: ({ headers, ...request } = {}) =>
      client.post('/pay', { ...request, headers: { 'Idempotency-Key': '"k"', ...headers } }),
  };
}

/** The problem that a response contains. */
export async function problemOf(response: ResponseInterface): Promise<Record<string, unknown>> {
  return JSON.parse(await response.getBody().text()) as Record<string, unknown>;
}

/** For requests whose errors are read with {@link problemOf}. */
export const PROBLEM = { Accept: 'application/problem+json' };
