import {
  boolean,
  callable,
  integer,
  methods,
  nested,
  object,
  optional,
  options,
  or,
  rule,
} from '@mortise/base/options';
import type { TlsOptions } from 'node:tls';
import { milliseconds } from './milliseconds.js';
import { type ListenerOptions, listenerRules } from './listener-options.js';
import { CLOSE_TIMEOUT } from './server/graceful-close.js';
import { overloadOptions, type OverloadOptions } from './server/overload-guard.js';
import type { UpgradeListener } from './server/upgrades.js';

/** Options of `serve`: where to listen, with which protocols, and how to close. */
export interface ServeOptions extends ListenerOptions {
  /** The port to listen on, from 0 to 65535; 0 picks a free one. Default 3000. */
  readonly port?: number | undefined;

  /**
   * The address to listen on. Default `'127.0.0.1'`, which is reachable only from the same machine;
   * `'0.0.0.0'` and `'::'` are reachable from everywhere.
   */
  readonly host?: string | undefined;

  /**
   * The path of a Unix socket to listen on, instead of port and host. An existing file is not replaced: `serve`
   * rejects. Default: none.
   *
   * The file gets mode 777 minus the process's umask, usually 755. With that mode, only the owner can connect, because
   * connecting requires write permission. For a proxy that runs as another user, set the umask before `serve`, or
   * `chmod` the file after it.
   */
  readonly path?: string | undefined;

  /** TLS options, such as `key` and `cert`, to serve HTTPS. Default: HTTP. */
  readonly tls?: TlsOptions | undefined;

  /**
   * Whether the same port also serves HTTP/2. With `tls`, ALPN selects the protocol; without, clients need prior
   * knowledge (RFC 9113 3.3). Default `false`.
   */
  readonly http2?: boolean | undefined;

  /**
   * Whether WebSocket handshakes are passed to the application, as requests whose response can take over the connection
   * (`webSocket` from `@mortise/ws/node`). Default `false`: the `Upgrade` header is ignored.
   */
  readonly upgrades?: boolean | undefined;

  /** A function that takes over WebSocket connections instead of the application. Default: none. */
  readonly upgrade?: UpgradeListener | undefined;

  /**
   * Responds with 503 while the server is overloaded: `{ loopDelay, handlers, retryAfter }`, or `{}` for their
   * defaults. Default: never.
   */
  readonly overload?: OverloadOptions | undefined;

  /** Closes the server when it aborts, like {@link ServerHandle.close}. Default: none. */
  readonly signal?: AbortSignal | undefined;

  /**
   * Milliseconds that `close` waits for running requests before it aborts them. Hooks get the remaining time, at least
   * 1,000. Default 10,000.
   */
  readonly closeTimeout?: number | undefined;
}

/** Option names of other servers, and what to write instead. */
const FOREIGN_NAMES: Readonly<Record<string, string>> = {
  hostname: 'host',
  ip: 'host',
  address: 'host',
  bind: 'host',
  listen: 'port',
  socket: 'path',
  socketPath: 'path',
  https: 'tls',
  ssl: 'tls',
  key: 'tls: { key, cert }',
  cert: 'tls: { key, cert }',
  timeout: 'limits: { requestTimeout }',
  requestTimeout: 'limits: { requestTimeout }',
  keepAliveTimeout: 'limits: { keepAliveTimeout }',
  handlerTimeout: 'limits: { handlerTimeout }',
  gracefulTimeout: 'closeTimeout',
  shutdownTimeout: 'closeTimeout',
  proxy: 'trustProxy',
  websocket: 'upgrades',
  workers: 'serveCluster(start, { workers })',
  onRequest: 'a layer: app.add((request, handler) => handler.handle(request))',
  onListen: 'no callback: serve() resolves when the server is listening',
  logger: 'createApp({ logger })',
  bodyLimit: 'createApp({ body: { maxBytes } })',
};
/** The space for the path of a Unix socket in bytes: Node 20 cuts off the rest, without an error. */
const LONGEST_PATH = process.platform === 'linux' ? 107 : 103;
const ADDRESS = "an address, such as '127.0.0.1', or '::' for all interfaces";

/** Checks the options of `serve`, and adds the defaults. */
export const declaredServe = options<ServeOptions>()(
  'serve',
  {
    ...listenerRules,
    port: or(
      {
        ...integer(0, 65_535),
        expected: `${integer(0, 65_535).expected}, or no port: serve then reads the variable PORT`,
      },
      3000,
    ),
    // With an empty host, for example from an empty environment variable, Node would listen on all interfaces.
    host: or(rule(isText, ADDRESS), '127.0.0.1'),
    path: optional(rule(isPath, `a Unix socket path of at most ${LONGEST_PATH} bytes`)),
    tls: optional(rule(isTls, 'an object such as { key, cert }')),
    http2: or(boolean, false),
    upgrades: or(boolean, false),
    upgrade: optional(callable),
    overload: nested(overloadOf),
    signal: optional(methods('an AbortSignal', 'addEventListener', 'removeEventListener')),
    closeTimeout: or(milliseconds, CLOSE_TIMEOUT),
  },
  FOREIGN_NAMES,
);

function overloadOf(given: OverloadOptions | undefined, path: string) {
  return given === undefined ? null : overloadOptions(given, path);
}

/**
 * Whether TLS handshakes can succeed. Without a certificate or a callback, they would fail, but only when clients
 * connect.
 */
function isTls(value: unknown): boolean {
  if (!object.accepts(value)) return false;
  const { key, cert, pfx, SNICallback, pskCallback } = value as TlsOptions;
  return Boolean((key && cert) || pfx || SNICallback || pskCallback);
}

function isPath(value: unknown): boolean {
  return isText(value) && Buffer.byteLength(value as string) <= LONGEST_PATH;
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}
