import { CloseHooks, SERVED } from '@mortise/base';
import {
  errorEvent,
  errorReporter,
  handlerOf,
  type OptionsFor,
  requestFactoriesOf,
} from '@mortise/base/adapter';
import { accepted, callable, ensure } from '@mortise/base/options';
import type {
  RequestHandlerInterface,
  ServedApplication,
  ServedHandler,
} from '@mortise/http-message';
import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';
import { beginClosing } from './listener/begin-closing.js';
import { ListenerCore } from './listener/listener-core.js';
import { NodeAdapterError } from './node-adapter-error.js';
import { LazyIncomingMessage } from './fast/lazy-incoming-message.js';
import { UpgradableMessage } from './request/upgradable-message.js';
import { missingInternals } from './fast/node-internals.js';
import { checkTrust, type ListenerOptions } from './listener-options.js';
import { declaredServe, type ServeOptions } from './serve-options.js';
import { type CloseOptions, declaredClose, type ServerHandle } from './server-handle.js';
import { checkRuntime } from './server/check-runtime.js';
import { runHooksInTime } from './server/hooks-in-time.js';
import { closeServer } from './server/graceful-close.js';
import { createHttpServer, type HttpServer } from './server/http-server.js';
import { listenError, type Place } from './server/listen-error.js';
import { type OverloadGuard, overloadGuard } from './server/overload-guard.js';
import { upgradeRequests } from './server/upgrade-requests.js';
import { takeUpgrades, type UpgradeListener } from './server/upgrades.js';

/** The protocols that a TLS server offers; it selects the first one that the client supports (RFC 7301). */
const ALPN = { ALPNProtocols: ['h2', 'http/1.1'] };

/** The number of open servers of each handler: the last one that closes calls its `close`. */
const servers = new WeakMap<object, number>();

/** The options, with their defaults. */
type Settings = ReturnType<typeof declaredServe> & OptionsFor<ServedHandler, ListenerOptions>;

/**
 * Serves an application over HTTP/1.1 on port 3000 of `127.0.0.1`.
 *
 * @param served an application, whose factories create the requests
 * @returns the server, once it is listening
 * @throws {OptionError} `OPTION_INVALID`
 * @throws {NodeAdapterError} `PORT_IN_USE`, `PORT_FORBIDDEN`, `HOST_UNAVAILABLE`, `LISTEN_FAILED`,
 *   `RUNTIME_UNSUPPORTED` on Bun
 */
export function serve(served: ServedApplication): Promise<ServerHandle>;

/**
 * Serves an application or a handler, with options: over HTTP/1.1 or HTTPS and, if enabled, HTTP/2.
 *
 * @param served an application, an object with `handle`, or a function that is its `handle`
 * @param options `factories` is required unless `served` is an application
 * @returns the server, once it is listening
 * @throws {OptionError} `OPTION_INVALID`
 * @throws {NodeAdapterError} as without options, and `SERVER_CLOSED` if `signal` has already aborted
 */
export function serve<H extends ServedHandler>(
  served: H,
  options: OptionsFor<H, ServeOptions>,
): Promise<ServerHandle>;
export async function serve(served: ServedHandler, given?: ServeOptions): Promise<ServerHandle> {
  checkRuntime();
  const handler = handlerOf(served, 'serve');
  ensure(!/number|string/.test(typeof given), 'serve', given, '{ port: 3000 }');
  const checked = declaredServe(given);
  checkTrust(checked, 'serve');
  const isAmbiguous = given?.path !== undefined && (given.port ?? given.host) !== undefined;
  ensure(!isAmbiguous, 'serve.path', checked.path, 'either path, or port and host, not both');
  const { port, host, path, tls = null, signal, closeTimeout } = checked;
  const factories = requestFactoriesOf(served, checked.factories, 'serve');
  const options = { ...checked, factories };
  const http = await serverOf(handler, options);
  const endHttp2 = options.http2 ? await takeHttp2(http, tls !== null) : null;
  const report = (error: unknown): void => {
    http.core.report(error, errorEvent('cleanup', 500, null));
  };
  const hooks = new CloseHooks(report);
  hooks.add(() => (counted(handler, -1) === 0 ? handler.close?.() : undefined));
  const begin = (): void => {
    beginClosing(http.core, http.sockets);
    endHttp2?.();
    signal?.removeEventListener('abort', onSignal);
  };
  let closed: Promise<void> | null = null;
  const close = (given?: CloseOptions): Promise<void> => {
    try {
      // Checked before the promise is stored, so that a call with invalid options can be retried.
      const { idleTimeout } = declaredClose(given);
      return (closed ??= closeServer(http, closeTimeout, begin, idleTimeout).then((left) => {
        // Runs before the other hooks, which close what the cleanups use.
        hooks.add(() => http.core.cleanedUp());
        return runHooksInTime(hooks, left);
      }));
    } catch (error) {
      // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- an OptionError
      return Promise.reject(error);
    }
  };
  const onSignal = (): void => void close().catch(report);
  await listen(http.server, path === undefined ? { port, host } : { path }, signal);
  counted(handler, 1);
  if (signal?.aborted === true) onSignal();
  else signal?.addEventListener('abort', onSignal);
  const address = http.server.address();
  return {
    url: urlOf(address, host, tls !== null),
    port: typeof address === 'object' && address !== null ? address.port : 0,
    get ready() {
      return closed === null;
    },
    get internals() {
      return missingInternals();
    },
    close,
    onClosed: (hook) => {
      hooks.add(accepted(callable, hook, 'onClosed.hook'));
    },
    unref: () => {
      unref(http);
    },
  };
}

function unref({ server, sockets }: HttpServer): void {
  server.unref();
  server.on('connection', (socket) => socket.unref());
  for (const socket of sockets) socket.unref();
}

function counted(
  handler: object & { readonly [SERVED]?: (change: number) => number },
  change: 1 | -1,
): number {
  // An application also counts the servers of those that mount it.
  if (typeof handler[SERVED] === 'function') return handler[SERVED](change);
  const count = (servers.get(handler) ?? 0) + change;
  servers.set(handler, count);
  return count;
}

async function serverOf(handler: RequestHandlerInterface, options: Settings): Promise<HttpServer> {
  const { tls = null, http2 } = options;
  const upgrades = upgradesOf(options);
  const Message = upgrades === null ? LazyIncomingMessage : UpgradableMessage;
  const guard = guardOf(handler, options);
  const core =
    guard === null
      ? new ListenerCore(handler, options)
      : new ListenerCore(guard, { ...options, onError: guard.report });
  const offered = tls !== null && http2 ? { ...tls, ...ALPN } : tls;
  const http = await createHttpServer(core, offered, Message);
  guard?.watch(http.server);
  takeUpgrades(http, upgrades === 'requests' ? upgradeRequests(core) : upgrades);
  return http;
}

/** @returns `'requests'` if the application handles upgrades, `null` if they are ignored */
function upgradesOf({ upgrades, upgrade }: Settings): UpgradeListener | 'requests' | null {
  if (!upgrades) return upgrade ?? null;
  ensure(upgrade === undefined, 'serve.upgrade', upgrade, 'no listener with upgrades: true');
  return 'requests';
}

/** Loads HTTP/2 on demand: Node's module adds 4 ms to the start-up. */
async function takeHttp2({ server, core }: HttpServer, secure: boolean): Promise<() => void> {
  const { serveHttp2 } = await import('./http2/http2-server.js');
  return serveHttp2(server, core, secure);
}

function guardOf(
  handler: RequestHandlerInterface,
  { overload, onError }: Settings,
): OverloadGuard | null {
  return overload === null ? null : overloadGuard(handler, overload, errorReporter(onError));
}

async function listen(server: Server, where: Place, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted === true) {
    throw new NodeAdapterError(
      'SERVER_CLOSED',
      'the signal passed to serve has already been aborted',
    );
  }
  try {
    await once(server.listen(where), 'listening');
  } catch (error) {
    throw listenError(error, where);
  }
}

function urlOf(address: AddressInfo | string | null, host: string, secure: boolean): string {
  if (typeof address !== 'object' || address === null) return `unix:${address ?? ''}`;
  const authority = `${host.includes(':') ? `[${host}]` : host}:${address.port}`;
  return `${secure ? 'https' : 'http'}://${authority}`;
}
