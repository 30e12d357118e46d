import { EventEmitter } from 'node:events';
import { channel } from 'node:diagnostics_channel';
import type { IncomingMessage, RequestListener, Server } from 'node:http';

const started = channel('http.server.request.start');
const created = channel('http.server.response.created');
const WATCHED: unique symbol = Symbol('watched');

type Emit = (this: Server, ...values: never) => boolean;

/** Stored on the server, which every request asks: a set costs ten times as much. */
interface KnownServer extends Server {
  [WATCHED]?: boolean;
}

/** Node's own `emit`; `null` if it was wrapped before, or if that cannot be proven. */
let own: Emit | null | undefined;

/**
 * Whether no other code sees a request before the listener of this package, so that none can have read its headers or
 * have entered an asynchronous context. Agents wrap `emit` at any level and at any time, even before this
 * package is loaded, so each request checks it. Without it: `false`, and requests have ordinary headers and never wait.
 */
export function isPlain(server: KnownServer): boolean {
  if (own === undefined) own = ownEmit();
  if (server.emit !== own || server[WATCHED] === true) return false;
  return !started.hasSubscribers && !created.hasSubscribers;
}

/**
 * Registers the listener for requests, and notices every other one, and code that wraps it. Without it:
 * `server.on('request', listener)`.
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

/** Proven by the stack of a listener: one frame, of Node, is between it and the caller. */
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
    return null; // an `Error` that cannot be changed
  }
}

/** The files of all functions that are running, the innermost first. */
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
