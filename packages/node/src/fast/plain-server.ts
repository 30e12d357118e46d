import { EventEmitter } from 'node:events';
import { channel } from 'node:diagnostics_channel';
import type { IncomingMessage, RequestListener, Server } from 'node:http';

const started = channel('http.server.request.start');
const created = channel('http.server.response.created');
const WATCHED: unique symbol = Symbol('watched');

type Emit = (this: Server, ...values: never) => boolean;

/** Stored on the server, because every request checks it: a set costs ten times as much. */
interface KnownServer extends Server {
  [WATCHED]?: boolean;
}

/** Node's own `emit`; `null` if it was already wrapped, or may have been; `undefined` before the first use. */
let own: Emit | null | undefined;

/**
 * Whether no other code sees a request before this package's listener, so that none can have read its headers or
 * entered an asynchronous context. Monitoring agents wrap `emit` at any level and at any time, even before this package
 * is loaded, so it is checked for each request. Without this optimization: `false`, and requests have ordinary headers
 * and never wait.
 */
export function isPlain(server: KnownServer): boolean {
  if (own === undefined) own = ownEmit();
  if (server.emit !== own || server[WATCHED] === true) return false;
  return !started.hasSubscribers && !created.hasSubscribers;
}

/**
 * Registers the listener for requests, and notices other listeners, and code that wraps this one. Without this
 * optimization: `server.on('request', listener)`.
 */
export function listenAlone<Message extends typeof IncomingMessage>(
  server: Server<Message>,
  listener: RequestListener<Message>,
): void {
  server.on('request', listener);
  const known: KnownServer = server;
  const [first, ...others] = server.rawListeners('request');
  known[WATCHED] = first !== listener || others.length > 0;
  server.on('newListener', (name) => {
    if (name === 'request') known[WATCHED] = true;
  });
}

/**
 * Finds Node's own `emit`. The stack of a listener proves that it is not wrapped: between the listener and the caller
 * of `emit` is a single frame, in a file of Node.
 */
function ownEmit(): Emit | null {
  const emitter = new EventEmitter();
  let files: readonly unknown[] = [];
  emitter.on('probe', () => {
    files = callers();
  });
  try {
    const outer = callers();
    emitter.emit('probe');
    // [callers, listener, emit, ownEmit, ...]; counted, because a bundle has a wrapper in the same file.
    const isOwn = files.length === outer.length + 2 && files[2] === 'node:events';
    return isOwn ? (EventEmitter.prototype as { readonly emit: Emit }).emit : null;
  } catch {
    return null; // `Error` is frozen
  }
}

/** The files of all functions on the call stack, innermost first. */
function callers(): readonly unknown[] {
  const { stackTraceLimit } = Error;
  const prepareStackTrace: unknown = Reflect.get(Error, 'prepareStackTrace');
  try {
    Error.stackTraceLimit = Infinity;
    Error.prepareStackTrace = (_error, sites) => sites.map((site) => site.getFileName());
    return new Error().stack as unknown as readonly unknown[];
  } finally {
    Object.assign(Error, { prepareStackTrace, stackTraceLimit });
  }
}
