import type {
  RequestLifetimeInterface,
  ResponseInterface,
  StreamInterface,
} from '@mortise/http-message';
import { upgradeOf, upgradeTo } from '../upgrade/upgrade-to.js';

/** Calls a function in an asynchronous context, such as that of a trace. */
export type RunInContext = <Result>(call: () => Result) => Result;

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
 */
export function bytesInContext(
  body: StreamInterface,
  run: RunInContext,
): AsyncIterable<Uint8Array> {
  return { [Symbol.asyncIterator]: () => iteratorInContext(body, run) };
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
    return: () =>
      run(() => iterator.return?.() ?? Promise.resolve({ done: true, value: undefined })),
  };
}
