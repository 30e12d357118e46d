/**
 * Functions that users pass can return an object with a method `then` instead of a promise. It has the effect of a promise,
 * also if `then` returns nothing, calls both functions, calls one twice, or throws.
 */
import { describe, expect, it } from '@jest/globals';
import { anyOf, type AuthInterface, basicAuth, bearerAuth } from '@mortise/auth';
import { cors } from '@mortise/cors';
import { toFetchHandler } from '@mortise/fetch';
import type { MiddlewareInterface, RequestHandlerInterface } from '@mortise/http-message';
import { fromConnect, serve } from '@mortise/node';
import { openApiPages } from '@mortise/openapi-ui';
import { memoryPubSub } from '@mortise/pubsub';
import { eventStream } from '@mortise/sse';
import { view } from '@mortise/view';
import { createApp, factories, text } from 'mortise';
import { inProcess, overSocket, type TestRequest } from 'mortise/testing';
import diagnostics from 'node:diagnostics_channel';
import { waitFor } from '../testing/wait-for.js';

type Settle = (value?: unknown) => void;
type Returned = (outcome: { readonly value: unknown } | { readonly error: Error }) => never;

const promise: Returned = (outcome) =>
  ('error' in outcome ? Promise.reject(outcome.error) : Promise.resolve(outcome.value)) as never;

const thenables: Readonly<Record<string, Returned>> = {
  'returns nothing': (outcome) => thenable(outcome, () => undefined),
  'calls both functions twice, then throws': (outcome) =>
    thenable(outcome, (resolve, reject) => {
      resolve();
      reject(new Error('late'));
      throw new Error('late');
    }),
  'throws instead of rejecting': (outcome) =>
    'error' in outcome
      ? ({
          then() {
            throw outcome.error;
          },
        } as never)
      : thenable(outcome, () => undefined),
};

function thenable(
  outcome: Parameters<Returned>[0],
  more: (resolve: Settle, reject: Settle) => void,
): never {
  return {
    then(resolve: Settle, reject: Settle) {
      if ('error' in outcome) reject(outcome.error);
      else resolve(outcome.value);
      more(resolve, reject);
    },
  } as never;
}

const FAILURE = new Error('of the user');
const silent = { error: () => undefined, info: () => undefined };
const response = () => text(factories.createResponse(), 'made');

/** The status and the body of a request to an application with a layer. */
async function through(
  layer: MiddlewareInterface,
  request: TestRequest = {},
  clientOf = inProcess,
): Promise<unknown> {
  const errors: unknown[] = [];
  const onError = (error: unknown): void => void errors.push(error);
  const app = createApp({ logger: silent, layers: [layer], errors: { onError } });
  app.get('/', (_request, made) => text(made, 'inner'));
  const client = clientOf(app);
  const answer = await client.get('/', request);
  const outcome = [answer.getStatusCode(), await answer.getBody().text(), errors];
  await client.close();
  return outcome;
}

async function overFetch(handler: RequestHandlerInterface): Promise<unknown> {
  const errors: unknown[] = [];
  const onError = (error: unknown): void => void errors.push(error);
  const answer = await toFetchHandler(handler, { factories, onError })(
    new Request('http://a.test/'),
  );
  return [answer.status, await answer.text(), errors];
}

async function overNode(handler: RequestHandlerInterface, limits = {}): Promise<unknown> {
  const errors: unknown[] = [];
  const onError = (error: unknown): void => void errors.push(error);
  const server = await serve(handler, { factories, onError, port: 0, ...limits });
  const answers = [];
  for (let count = 0; count < 2; count++) {
    const answer = await fetch(server.url, { headers: { Connection: 'close' } });
    answers.push([answer.status, await answer.text()]);
  }
  await server.close();
  return [answers, errors];
}

const bearer = { headers: { Authorization: 'Bearer t' } };

/** Places with the value that a function returns there, and what happens. */
const places: Readonly<
  Record<string, readonly [value: unknown, run: (call: () => never) => Promise<unknown>]>
> = {
  'the middleware of fromConnect': [
    undefined,
    (call) =>
      through(
        fromConnect((_req, res) => {
          setImmediate(() => res.end('from Connect'));
          return call();
        }),
        {},
        overSocket,
      ),
  ],
  'the handler inside fromConnect': [
    response(),
    async (call) => {
      const layer = fromConnect((_req, _res, next) => {
        next();
      });
      const calling: MiddlewareInterface = {
        process: (request) => layer.process(request, { handle: call }),
      };
      return through(calling, {}, overSocket);
    },
  ],
  'bearerAuth.verify': [{ id: 7 }, (verify) => through(bearerAuth({ verify }), bearer)],
  'a layer of anyOf': [
    { kind: 'missing' },
    (authenticate) => {
      const never = { verify: () => null, realm: 'a' };
      const first: AuthInterface = { ...bearerAuth(never), authenticate };
      return through(anyOf(first, basicAuth(never)));
    },
  ],
  'cors.origins': [
    true,
    (origins) => through(cors({ origins }), { headers: { Origin: 'https://a.example' } }),
  ],
  'an engine of view': [
    'page',
    (render) => {
      const pages = view({ engine: { render } });
      return through({
        process: (request) => pages.render(request, factories.createResponse(), 'a'),
      });
    },
  ],
  'openApiPages.readFile': [
    new TextEncoder().encode('script'),
    async (readFile) => {
      const app = createApp({ logger: silent });
      app.get('/docs/{file}', openApiPages({ document: 'openapi.json', readFile }));
      const answers = [];
      for (let count = 0; count < 2; count++) {
        const answer = await inProcess(app).get('/docs/swagger-ui.css');
        answers.push([answer.getStatusCode(), await answer.getBody().text()]);
      }
      return answers;
    },
  ],
  'the next() of events': [
    { done: true, value: undefined },
    async (next) => {
      const app = createApp({ logger: silent });
      const source = { [Symbol.asyncIterator]: () => ({ next }) };
      app.get('/', (request, made) => eventStream(request, made, source));
      const read = async () => (await inProcess(app).get('/')).getBody().text();
      return read().catch(String);
    },
  ],
  'a handler in Fetch': [response(), (handle) => overFetch({ handle })],
  'a handler in Node': [response(), (handle) => overNode({ handle })],
  'a handler in Node, with a limit of handlers': [
    response(),
    (handle) => overNode({ handle }, { overload: { handlers: 1 } }),
  ],
  'a traced handler': [
    response(),
    async (handle) => {
      const ends: unknown[] = [];
      const end = () => void ends.push('end');
      diagnostics.subscribe('tracing:mortise:request:asyncEnd', end);
      const outcome = await overFetch({ handle });
      diagnostics.unsubscribe('tracing:mortise:request:asyncEnd', end);
      return [outcome, ends];
    },
  ],
  'a listener of messages': [
    undefined,
    async (message) => {
      const errors: unknown[] = [];
      const bus = memoryPubSub({ onError: (error) => void errors.push(error) });
      let count = 0;
      await bus.subscribe('a', {
        message: () => {
          count++;
          return message();
        },
      });
      await bus.publish('a', 'x');
      await waitFor(() => count === 1);
      await new Promise((resolve) => setImmediate(resolve));
      return errors;
    },
  ],
};

describe.each(Object.entries(places))('an object with then from %s', (_place, [value, run]) => {
  it.each(Object.entries(thenables))('that %s is like a promise', async (_how, returned) => {
    for (const outcome of [{ value }, { error: FAILURE }]) {
      const expected = await run(() => promise(outcome));
      expect(await run(() => returned(outcome))).toEqual(expected);
    }
  });
});
