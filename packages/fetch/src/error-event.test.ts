import { once } from 'node:events';
import { describe, expect, it, jest } from '@jest/globals';
import { ROUTED } from '@mortise/base/keys';
import type { ErrorEvent, RequestEnd, RoutedInterface } from '@mortise/http-message';
import { answering, bytes, Chunks, type Handle, statusError, turn } from '../test/answering.js';
import { implementations } from '../../../tooling/testing/implementations.js';
import type { FetchOptions } from './index.js';

const URL = 'http://a/books/7?x=1';
const REQUEST = { method: 'GET', target: '/books/7?x=1', remoteAddress: '192.0.2.7' };
const failure = new Error('x');
const time: unknown = expect.any(Number);

describe.each(implementations)('on %s, onError is called with the request', (_, factories) => {
  type Options = Partial<FetchOptions<readonly unknown[]>>;
  const asking = async (handle: Handle, options: Options = {}) => {
    const events: ErrorEvent[] = [];
    const onError = (__: unknown, event: ErrorEvent): void => void events.push(event);
    const clientOf = () => ({ address: '192.0.2.7' });
    const { ask } = answering(factories, handle, { onError, clientOf, ...options });
    await ask(URL).then((response) => response.text().catch(() => ''));
    await turn();
    return events;
  };
  const body = (content: AsyncIterable<Uint8Array>) =>
    factories.createResponse(203).withBody(factories.createStreamFromResource(content));

  it.each<[string, Handle, number]>([
    ['throws', () => fail(failure), 500],
    ['rejects', () => Promise.reject(failure), 500],
    ['returns no response', () => null as never, 500],
    ['has a status of its own', () => fail(statusError(503)), 503],
  ])('when the handler %s', async (__, handle, status) => {
    const events = await asking(handle);
    expect(events).toMatchObject([{ ...REQUEST, status, phase: 'handler', route: null }]);
    expect(events[0]?.request?.getRequestTarget()).toBe(REQUEST.target);
  });

  it('when prefixOf throws, with a 500 and without the target that it would complete', async () => {
    const prefixOf = () => fail(failure);
    const events = await asking(() => factories.createResponse(), { prefixOf });
    const facts = { ...REQUEST, target: null };
    expect(events).toMatchObject([{ ...facts, status: 500, phase: 'request', request: null }]);
  });

  it('when the handler takes too long', async () => {
    const limits = { handlerTimeout: 1 };
    const events = await asking(() => new Promise(() => undefined), { limits });
    expect(events).toMatchObject([{ ...REQUEST, status: 503, phase: 'handler' }]);
  });

  it('when the handler fails after it took too long, in the phase of the handler', async () => {
    const events = await asking(
      async (request) => {
        await once(request.getLifetime().signal, 'abort');
        return fail(failure);
      },
      { limits: { handlerTimeout: 1 } },
    );
    expect(events.map(({ phase }) => phase)).toEqual(['handler', 'handler']);
  });

  it('when the response cannot be sent', async () => {
    const events = await asking(() => factories.createResponse(101));
    expect(events).toMatchObject([{ ...REQUEST, status: 500, phase: 'response' }]);
  });

  it('when its body fails late, with the status that was sent', async () => {
    const events = await asking(() => body(new Chunks(['a'], failure)));
    expect(events).toMatchObject([{ ...REQUEST, status: 203, phase: 'response' }]);
  });

  it('when its body fails late with a status below 500, which the client does not receive', async () => {
    const events = await asking(() => body(new Chunks(['a'], statusError(404))));
    expect(events).toMatchObject([{ ...REQUEST, status: 203, phase: 'response' }]);
  });

  it('when its body fails at its beginning, with the status of the error', async () => {
    const events = await asking(() => body(new Chunks([], statusError(503))));
    expect(events).toMatchObject([{ ...REQUEST, status: 503, phase: 'response' }]);
  });

  it('when a cleanup fails', async () => {
    const events = await asking((request) => {
      request.getLifetime().onEnd(() => fail(failure));
      return factories.createResponse(202);
    });
    expect(events).toMatchObject([{ ...REQUEST, status: 202, phase: 'cleanup' }]);
  });

  it('when the request cannot be created', async () => {
    const createServerRequestFromSource = () => fail(failure);
    const events = await asking(() => factories.createResponse(), {
      factories: { createServerRequestFromSource },
    });
    const expected = { ...REQUEST, status: 500, phase: 'request', request: null, route: null };
    expect(events).toEqual([expected]);
  });

  it('without an address, when clientOf fails', async () => {
    const handle: Handle = (request) => {
      request.getServerParams();
      return factories.createResponse();
    };
    const events = await asking(handle, { clientOf: () => fail(failure) });
    expect(events).toMatchObject([{ method: 'GET', remoteAddress: null }]);
  });

  it('with the route', async () => {
    const routed = { pattern: '/books/{id}' } as RoutedInterface;
    const events = await asking((request) => {
      request.getLifetime().setValue(ROUTED, routed);
      fail(failure);
    });
    expect(events[0]?.route).toBe(routed);
  });

  it.each<[string, Handle, Partial<RequestEnd>]>([
    ['text', () => text('añ'), { status: 200, bytes: 3 }],
    ['bytes', () => text(bytes('ab')), { status: 200, bytes: 2 }],
    ['a stream', () => body(new Chunks(['abc', 'de'])), { status: 203, bytes: 5 }],
    [
      'a stream that failed',
      () => body(new Chunks(['abc'], failure)),
      { status: 203, bytes: 3, error: failure },
    ],
    ['no content', () => factories.createResponse(204), { status: 204 }],
    ['an error', () => fail(failure), { status: 500, bytes: 21, error: failure }],
  ])('a cleanup learns how the request ended, after %s', async (__, handle, end) => {
    const ends: RequestEnd[] = [];
    await asking((request) => {
      request.getLifetime().onEnd((how) => void ends.push(how));
      return handle(request);
    });
    expect(ends).toEqual([{ status: null, bytes: 0, error: null, time, ...end }]);
  });

  it('a cleanup learns that an error response to HEAD has no bytes', async () => {
    const ends: RequestEnd[] = [];
    const handle: Handle = (request) => {
      request.getLifetime().onEnd((how) => void ends.push(how));
      fail(failure);
    };
    const { ask } = answering(factories, handle);
    await ask(new Request(URL, { method: 'HEAD' }));
    await turn();
    expect(ends).toEqual([{ status: 500, bytes: 0, error: failure, time }]);
  });

  function text(content: string | Uint8Array) {
    return factories.createResponse().withBody(factories.createStream(content));
  }

  it.each([
    ['without onError', undefined, ['Error: x']],
    ['when onError throws', () => fail(new Error('full')), ['Error: x', 'Error: full']],
  ])('prints method, target and stack %s', async (__, onError, expected) => {
    const stderr = jest.spyOn(console, 'error').mockReturnValue();
    try {
      await asking(() => fail(failure), { onError: onError as never });
      const lines = stderr.mock.calls.map(([report]) => String(report).split('\n    at ')[0]);
      expect(lines).toEqual(expected.map((error) => `GET /books/7?\u2026 failed: ${error}`));
    } finally {
      stderr.mockRestore();
    }
  });
});

function fail(error: unknown): never {
  throw error;
}
