import type { AddressInfo, Server } from 'node:net';
import type { RequestHandlerInterface } from '@mortise/http-message';
import { Engine } from './engine.js';
import { GracefulEnd } from './graceful-end.js';
import { createHttpServer } from './http-server.js';
import { listenError } from './listen-error.js';
import type { ListenerOptions } from './listener-options.js';
import type { ServerHandle } from './server-handle.js';

/** Where to listen, and how. */
export interface ServeOptions extends ListenerOptions {
  /** 0 to 65535; 0 takes any that is free. Default 3000. */
  readonly port?: number;

  /**
   * The address to listen on. Default `'127.0.0.1'`, which is reached from this machine only;
   * `'0.0.0.0'` and `'::'` are reached from everywhere.
   */
  readonly host?: string;

  /** Closes the server, as {@link ServerHandle.close} does, when it fires. */
  readonly signal?: AbortSignal;

  /** Milliseconds that `close` lets running requests finish. Default 10,000. */
  readonly closeTimeout?: number;
}

/**
 * Serves an application over HTTP/1.1.
 *
 * @param handler an application: whatever has `handle`
 * @returns the server, once it listens
 * @throws {NodeAdapterError} `PORT_IN_USE`, `PORT_FORBIDDEN`, `HOST_UNAVAILABLE`, `LISTEN_FAILED`,
 *   `OPTION_INVALID`, `SERVER_CLOSED` when `signal` has fired already
 */
export async function serve(
  handler: RequestHandlerInterface,
  options: ServeOptions,
): Promise<ServerHandle> {
  const { port = 3000, host = '127.0.0.1', closeTimeout = 10_000, signal } = options;
  const engine = new Engine(handler, options);
  const http = createHttpServer(engine);
  const onSignal = (): void => void ending.begin();
  const ending = new GracefulEnd(http, closeTimeout, () => {
    engine.closing = true;
    signal?.removeEventListener('abort', onSignal);
  });
  await listen(http.server, port, host, signal);
  signal?.addEventListener('abort', onSignal);
  return handleOf(http.server, host, ending);
}

function listen(server: Server, port: number, host: string, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const refuse = (error: unknown): void => {
      reject(listenError(error, port, host));
    };
    if (signal?.aborted === true) {
      refuse(signal);
      return;
    }
    server.once('error', refuse);
    try {
      server.listen({ port, host }, () => {
        server.off('error', refuse);
        resolve();
      });
    } catch (error) {
      refuse(error);
    }
  });
}

function handleOf(server: Server, host: string, ending: GracefulEnd): ServerHandle {
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    port,
    get ready() {
      return !ending.begun;
    },
    close: () => ending.begin(),
  };
}
