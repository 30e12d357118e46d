import { getEventListeners } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from '@jest/globals';
import { factories } from '@mortise/message';
import { fromFetchHandler } from './index.js';
import { endedBy } from './response/ended-by.js';

function streamed(endOnClose: boolean, type = 'text/event-stream; charset=utf-8') {
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
  const mounted = fromFetchHandler(
    () => new Response(body, { headers: { 'Content-Type': type } }),
    { endOnClose },
  );
  return {
    request,
    mounted,
    push: (text: string) => {
      push(text);
    },
    isCancelled: () => cancelled,
  };
}

it('a mounted event stream with endOnClose ends when the server closes, without an abort', async () => {
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

it.each([
  ['without endOnClose', false, 'text/event-stream'],
  ['with endOnClose that is not one of events', true, 'multipart/mixed; boundary=x'],
  ['with endOnClose and no media type', true, 'text/event-stream, text/html'],
])('a mounted stream %s goes on when the server closes', async (_, endOnClose, type) => {
  const { request, mounted, push } = streamed(endOnClose, type);
  const response = await mounted.handle(request);
  const next = response.getBody()[Symbol.asyncIterator]().next();
  request.getLifetime().beginClosing(new Error('closing'));
  push('a');
  expect((await next).done).toBe(false);
});

it.each(['before', 'after'])(
  'a mounted response with endOnClose that is not a stream of events is whole if it is created %s the server closes',
  async (when) => {
    const request = factories.createServerRequest('GET', 'http://a.test/');
    const close = () => {
      request.getLifetime().beginClosing(new Error('closing'));
    };
    const handler = (): Response => {
      if (when === 'after') close();
      return Response.json({ a: 1 });
    };
    const response = await fromFetchHandler(handler, { endOnClose: true }).handle(request);
    if (when === 'before') close();
    expect(await response.getBody().text()).toBe('{"a":1}');
  },
);

it('a mounted event stream with endOnClose that begins after the server closes is empty', async () => {
  const { request, mounted } = streamed(true);
  request.getLifetime().beginClosing(new Error('closing'));
  const response = await mounted.handle(request);
  expect((await response.getBody().getContents()).length).toBe(0);
});

it('a body that ends with a signal keeps no chunk that was read', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const read: WeakRef<Uint8Array>[] = [];
  async function* source() {
    for (let count = 0; count < 50; count++) yield await Promise.resolve(new Uint8Array(1_000));
    await new Promise(() => undefined);
  }
  const body = factories.createStreamFromResource(source());
  const chunks = endedBy(new AbortController().signal, body)[Symbol.asyncIterator]();
  while (read.length < 50) read.push(new WeakRef((await chunks.next()).value as Uint8Array));
  const waiting = chunks.next();
  await new Promise((resolve) => setTimeout(resolve));
  collect();
  expect(read.filter((chunk) => chunk.deref() !== undefined).length).toBeLessThan(5);
  await chunks.return?.();
  expect((await waiting).done).toBe(true);
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
