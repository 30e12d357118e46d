import type { TlsOptions } from 'node:tls';
import { LISTENER_OPTIONS, type ListenerOptions } from './options.js';
import type { OverloadOptions } from './server/overload-guard.js';
import type { UpgradeListener } from './server/upgrades.js';

/** Where to listen, and how. */
export interface ServeOptions extends ListenerOptions {
  /** 0 to 65535; 0 picks a free port. Default 3000. */
  readonly port?: number;

  /**
   * The address to listen on. Default `'127.0.0.1'`, which is reachable only from the same machine;
   * `'0.0.0.0'` and `'::'` are reachable from everywhere.
   */
  readonly host?: string;

  /**
   * A Unix socket to listen on, instead of port and host. An existing file is not replaced. The file has the mode 777
   * without the bits of the process's umask, usually 755: then only its owner can connect, because that takes the right
   * to write. For a proxy of another user, set the umask before, or `chmod` after `serve`.
   */
  readonly path?: string;

  /** Key, certificate and other options of TLS: serves HTTPS. Default: HTTP. */
  readonly tls?: TlsOptions;

  /**
   * Whether the same port also serves HTTP/2: with `tls` to clients that choose it by ALPN,
   * otherwise to those that begin with it (prior knowledge, RFC 9113 3.3). Default false.
   */
  readonly http2?: boolean;

  /**
   * Whether WebSocket handshakes are passed to the application, as requests whose response can take over the connection
   * (`webSocket` of `@mortise/ws`). Default false; the `Upgrade` header is ignored.
   */
  readonly upgrades?: boolean;

  /** Takes over WebSocket connections, instead of the application. Default: none. */
  readonly upgrade?: UpgradeListener;

  /** Responds with 503 while the server is overloaded; `{}` for the defaults. Default: never. */
  readonly overload?: OverloadOptions;

  /** Closes the server, like {@link ServerHandle.close}, when it aborts. */
  readonly signal?: AbortSignal;

  /** Milliseconds that `close` waits for running requests. Default 10,000. */
  readonly closeTimeout?: number;
}

/** The names of {@link ServeOptions}. */
export const SERVE_OPTIONS: Readonly<Record<keyof ServeOptions, 1>> = {
  ...LISTENER_OPTIONS,
  port: 1,
  host: 1,
  path: 1,
  tls: 1,
  http2: 1,
  upgrades: 1,
  upgrade: 1,
  overload: 1,
  signal: 1,
  closeTimeout: 1,
};
