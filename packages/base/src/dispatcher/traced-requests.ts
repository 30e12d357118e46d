import { currentContext } from '../current-context.js';
import { headerVariable } from '../connection-fields.js';
import type { DispatcherInterface } from './dispatcher.js';

/** Where undici announces each request that it creates. Instrumentation adds headers to it then. */
const CREATED = 'undici:request:create';

type Listener = (message: unknown) => void;

interface Channels {
  hasSubscribers(name: string): boolean;
  subscribe(name: string, listener: Listener): void;
  unsubscribe(name: string, listener: Listener): void;
}

interface Platform {
  readonly process?: {
    getBuiltinModule?(name: 'node:diagnostics_channel'): Channels | undefined;
  };
}

/** Looked up at run time, because an import would fail on platforms without this module. */
const channels = (globalThis as Platform).process?.getBuiltinModule?.('node:diagnostics_channel');

/** Runs a function in the context of the request that waits for a connection. */
const CONTEXT = Symbol('context');

interface Sendable {
  /** Alternating names and values. */
  readonly headers: readonly string[];
  readonly [CONTEXT]?: ReturnType<typeof currentContext>;
}

/**
 * Returns a request for a pool of connections, which creates undici's request once one is free: {@link sendTraced} then
 * runs in the context of this call.
 *
 * @returns the same request if nothing traces
 */
export function inOwnTrace<Request extends object>(request: Request): Request {
  return isTraced() ? { ...request, [CONTEXT]: currentContext() } : request;
}

/**
 * Sends a request in which a header that instrumentation of undici adds, such as `traceparent`, replaces the given one:
 * with both, the server has to ignore them (W3C Trace Context 3.2.2).
 *
 * @param request as undici gets it, perhaps from {@link inOwnTrace}
 * @param send calls undici, which creates its request before it returns
 * @returns what `send` returns
 */
export function sendTraced<Result>(request: object, send: () => Result): Result {
  if (!isTraced()) return send();
  const { headers, [CONTEXT]: run } = request as Sendable;
  const replacing = () => withAddedHeaders(headers, send);
  return run === undefined ? replacing() : run(replacing);
}

/** Returns a dispatcher of which every request is {@link sendTraced}. */
export function tracedDispatcher<Body>(
  given: DispatcherInterface<Body>,
): DispatcherInterface<Body> {
  return {
    dispatch: (request, handler) => sendTraced(request, () => given.dispatch(request, handler)),
  };
}

function isTraced(): boolean {
  return channels?.hasSubscribers(CREATED) === true;
}

function withAddedHeaders<Result>(given: readonly string[], send: () => Result): Result {
  // Called after those that add headers: it is the last to subscribe.
  const replace = (message: unknown): void => {
    const { headers } = (message as { readonly request: { readonly headers: unknown } }).request;
    if (Array.isArray(headers)) replaceGiven(headers as string[], given);
  };
  channels?.subscribe(CREATED, replace);
  try {
    return send();
  } finally {
    channels?.unsubscribe(CREATED, replace);
  }
}

/** @param fields changed: those of `given`, in the same order and without a few of them, and then those that were added */
function replaceGiven(fields: string[], given: readonly string[]): void {
  let from = 0;
  for (let at = 0; at < given.length; at += 2) if (given[at] === fields[from]) from += 2;
  const added = new Set<string>();
  for (let at = from; at < fields.length; at += 2) added.add(headerVariable(fields[at] as string));
  // The state of one traceparent says nothing about another.
  if (added.has('traceparent')) added.add('tracestate');
  const isKept = (at: number) => !added.has(headerVariable(fields[at - (at % 2)] as string));
  fields.splice(0, from, ...fields.slice(0, from).filter((_, at) => isKept(at)));
}
