import { getEventListeners } from 'node:events';
import { expect, it } from '@jest/globals';
import { factories } from '@mortise/message';
import { fromFetchHandler } from './index.js';
import { endedBy } from './response/ended-by.js';

function streamed(endOnClose: boolean) {
  let cancelled = false;
  let push: (text: string) => void = () => undefined;
  const body = new ReadableStream({
    start(controller) {
      push = (text) => {
        controller.enqueue(new TextEncoder().encode(text));
      };
    },
    cancel: () => {
      cancelled = true;
    },
  });
  const request = factories.createServerRequest('GET', 'http://a.test/');
  const mounted = fromFetchHandler(() => new Response(body), { endOnClose });
  return {
    request,
    mounted,
    push: (text: string) => {
      push(text);
    },
    isCancelled: () => cancelled,
  };
}

it('a mounted stream with endOnClose ends when the server closes, without an abort', async () => {
  const { request, mounted, push, isCancelled } = streamed(true);
  const response = await mounted.handle(request);
  push('a');
  const chunks = response.getBody()[Symbol.asyncIterator]();
  expect((await chunks.next()).done).toBe(false);
  const next = chunks.next();
  request.getLifetime().beginClosing(new Error('closing'));
  expect((await next).done).toBe(true);
  await new Promise((resolve) => setImmediate(resolve));
  expect([isCancelled(), request.getLifetime().signal.aborted]).toEqual([true, false]);
});

it('a mounted stream without endOnClose goes on when the server closes', async () => {
  const { request, mounted, push } = streamed(false);
  const response = await mounted.handle(request);
  const next = response.getBody()[Symbol.asyncIterator]().next();
  request.getLifetime().beginClosing(new Error('closing'));
  push('a');
  expect((await next).done).toBe(false);
});

it.each(['is read', 'is left', 'fails'])(
  'a body that ends with a signal leaves no listener when it %s',
  async (how) => {
    const { signal } = new AbortController();
    const source = new ReadableStream({
      start(controller) {
        controller.enqueue(new Uint8Array(1));
        if (how === 'fails') controller.error(new Error('lost'));
        else controller.close();
      },
    });
    const body = factories.createStreamFromResource(source);
    const chunks = endedBy(signal, body)[Symbol.asyncIterator]();
    expect(getEventListeners(signal, 'abort')).toHaveLength(1);
    if (how === 'is left') await chunks.return?.();
    else if (how === 'fails') await expect(chunks.next()).rejects.toThrow('lost');
    else while ((await chunks.next()).done !== true);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  },
);
