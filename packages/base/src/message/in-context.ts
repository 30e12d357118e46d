import type {
  RequestLifetimeInterface,
  ResponseInterface,
  StreamInterface,
} from '@mortise/http-message';
import { upgradeOf, upgradeTo } from '../upgrade/upgrade-to.js';

/** Calls a function in an asynchronous context, such as that of a trace. */
export type RunInContext = <Result>(call: () => Result) => Result;

const END = { done: true, value: undefined } as const;

/** Members that can run application code: the adapter reads the source of a body after all middleware has returned. */
const READING: ReadonlySet<string | symbol> = new Set(['read', 'getContents', 'text']);

/**
 * Returns a response whose body is read, or whose connection is taken over, in an asynchronous context. Without this, a
 * generator that produces a body finds neither the trace nor the `AsyncLocalStorage` of its request.
 *
 * @param response returned unchanged if its body is in memory or seekable, like a file, because such bodies run no
 *   application code. A Node stream of bytes keeps its own context.
 */
export function inContext(response: ResponseInterface, run: RunInContext): ResponseInterface {
  const upgrade = upgradeOf(response);
  if (upgrade !== null) {
    const { protocol, take } = upgrade;
    return upgradeTo(response, protocol, (connection) => run(() => take(connection)));
  }
  const body = response.getBody();
  if (body.isSeekable() || !body.isReadable() || body.inMemory() !== null) return response;
  return response.withBody(bodyInContext(body, run));
}

/**
 * Returns the bytes of a body, whose source then runs in an asynchronous context. Without this, the body of an outgoing
 * request is read in the context of the code that freed its connection.
 *
 * @param failed called if reading fails before the reader has left; returns what the reader gets instead of the error
 * @returns iterable once. The source is opened at the first read, and closed when the reader leaves. There is no
 *   `throw`: the error with which a `Readable` is destroyed is not one of the body.
 */
export function bytesInContext(
  body: StreamInterface,
  run: RunInContext,
  failed: (error: unknown) => Error,
): AsyncIterableIterator<Uint8Array> {
  let source: AsyncIterator<Uint8Array> | null = null;
  let isOver = false;
  return {
    async next() {
      if (isOver) return END;
      try {
        const next = await (source ??= iteratorInContext(body, run)).next();
        isOver ||= next.done === true;
        return next;
      } catch (error) {
        if (isOver) throw error;
        isOver = true;
        throw failed(error);
      }
    },
    async return() {
      if (!isOver) {
        isOver = true;
        await source?.return?.();
      }
      return END;
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

/**
 * From now on, runs a request's cleanups in the asynchronous contexts in which they are registered, because an adapter
 * ends the request in its own.
 *
 * @param current returns the current context; called at each registration
 */
export function cleanUpInContext(
  lifetime: RequestLifetimeInterface,
  current: () => RunInContext,
): void {
  const onEnd = lifetime.onEnd.bind(lifetime);
  lifetime.onEnd = (cleanup) => {
    const run = current();
    onEnd((end) => run(() => cleanup(end)));
  };
}

function bodyInContext(body: StreamInterface, run: RunInContext): StreamInterface {
  return new Proxy(body, {
    get(target, name) {
      if (name === Symbol.asyncIterator) return () => iteratorInContext(target, run);
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      if (!READING.has(name)) return member.bind(target) as unknown;
      return (...values: unknown[]): unknown =>
        run(() => Reflect.apply(member, target, values) as unknown);
    },
  });
}

function iteratorInContext(body: StreamInterface, run: RunInContext): AsyncIterator<Uint8Array> {
  const iterator = run(() => body[Symbol.asyncIterator]());
  return {
    next: () => run(() => iterator.next()),
    return: () => run(() => iterator.return?.() ?? Promise.resolve(END)),
  };
}
