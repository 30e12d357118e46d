import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe, tracingChannel, unsubscribe } from 'node:diagnostics_channel';
import { afterEach, describe, expect, it } from '@jest/globals';
import { ROUTED } from '@mortise/base/keys';
import { noteError } from '@mortise/base/message';
import type { RoutedInterface } from '@mortise/http-message';
import { answering, bytes, Chunks, type Handle, statusError } from '../test/answering.js';
import { implementations } from '../../../tooling/testing/implementations.js';
import { type RequestTrace, toFetchHandler } from './index.js';

const EVENTS = ['start', 'end', 'asyncStart', 'asyncEnd', 'error'] as const;
const channels = tracingChannel('mortise:request');
const undo: (() => void)[] = [];

afterEach(() => {
  for (const release of undo.splice(0)) release();
});

function listen(channel: string, listener: (trace: unknown) => void): void {
  subscribe(channel, listener);
  undo.push(() => unsubscribe(channel, listener));
}

/** Subscribes to all events, or to those with these names. */
function watching(names: readonly string[] = [...EVENTS, 'finish']) {
  const events: string[] = [];
  const traces = new Set<RequestTrace>();
  for (const name of names) {
    const channel =
      name === 'finish' ? 'mortise:request:finish' : `tracing:mortise:request:${name}`;
    const note = (trace: unknown): void => {
      events.push(name);
      traces.add(trace as RequestTrace);
    };
    listen(channel, note);
  }
  return { events, traces };
}

describe.each(implementations)('tracingChannel("mortise:request") on %s', (_, factories) => {
  const ok = () => factories.createResponse(201).withBody(factories.createStream('made'));
  const failure = statusError(503);

  it.each<[string, Handle, string]>([
    ['returns', ok, 'start end finish'],
    ['resolves', () => Promise.resolve(ok()), 'start end asyncStart asyncEnd finish'],
    ['throws', () => fail(failure), 'start error end finish'],
    ['rejects', () => Promise.reject(failure), 'start end error asyncStart asyncEnd finish'],
    [
      'returns the response to an error',
      (request) => {
        noteError(request, failure);
        return factories.createResponse(503);
      },
      'start error end finish',
    ],
    [
      'answers in the place of an error',
      (request) => {
        noteError(request, failure);
        return ok();
      },
      'start end finish',
    ],
  ])('publishes the events of a handler that %s, with one object', async (__, handle, order) => {
    const { events, traces } = watching();
    await (await answering(factories, handle).ask('http://a/')).text();
    expect(events.join(' ')).toBe(order);
    expect(traces.size).toBe(1);
    expect([...traces][0]?.error).toBe(order.includes('error') ? failure : null);
  });

  it('says what was requested, found, answered and sent', async () => {
    const { traces } = watching();
    const routed = { pattern: '/books/{id}' } as RoutedInterface;
    const { ask } = answering(factories, (request) => {
      request.getLifetime().setValue(ROUTED, routed);
      return ok();
    });
    await (await ask('http://a/books/7')).text();
    const [trace] = traces;
    expect(trace?.request.getRequestTarget()).toBe('/books/7');
    expect(trace?.response?.getStatusCode()).toBe(201);
    expect(trace?.route).toBe(routed);
    expect(trace?.end).toStrictEqual({
      ...{ status: 201, bytes: 4, error: null },
      time: expect.any(Number) as unknown,
    });
  });

  it('has neither route nor response nor end at the start', async () => {
    const seen: unknown[] = [];
    const note = (trace: unknown): void => {
      const { route, response, error, end } = trace as RequestTrace;
      seen.push(route, response, error, end);
    };
    listen('tracing:mortise:request:start', note);
    await answering(factories, ok).ask('http://a/');
    expect(seen).toEqual([null, null, null, null]);
  });

  it('finishes when the last byte was passed on, not with the response', async () => {
    const { events } = watching();
    const body = new Chunks(['a', 'b']);
    const { ask } = answering(factories, () =>
      factories.createResponse().withBody(factories.createStreamFromResource(body)),
    );
    const response = await ask('http://a/');
    expect(events).toEqual(['start', 'end']);
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(bytes('ab'));
    expect(events).toEqual(['start', 'end', 'finish']);
  });

  it.each([...EVENTS, 'finish'])(
    'publishes %s, although nothing else is subscribed',
    async (name) => {
      const { events } = watching([name]);
      const handle = () => Promise.reject(failure);
      await (await answering(factories, handle).ask('http://a/')).text();
      expect(events).toEqual([name]);
    },
  );

  it('runs the handler in the store that is bound to the start', async () => {
    const store = new AsyncLocalStorage<string>();
    channels.start.bindStore(store, (trace) => (trace as RequestTrace).request.getRequestTarget());
    undo.push(() => channels.start.unbindStore(store));
    const { ask } = answering(factories, async () => {
      await Promise.resolve();
      return factories.createResponse().withHeader('X-Store', String(store.getStore()));
    });
    expect((await ask('http://a/7')).headers.get('X-Store')).toBe('/7');
  });

  it('leaves a synchronous handler synchronous', () => {
    watching();
    const handler = toFetchHandler({ handle: ok }, { factories });
    expect(handler(new Request('http://a/'))).toBeInstanceOf(Response);
  });
});

function fail(error: unknown): never {
  throw error;
}
