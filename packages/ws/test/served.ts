import type { ErrorEvent, HttpFactoriesInterface, RequestEnd } from '@mortise/http-message';
import { createApp, serve, type ServeOptions, type ServerHandle } from 'mortise';
import { type WebSocketOptions, webSocket } from '../src/node/index.js';

/** A server, what its `onError` received, and how its requests ended. */
export interface Served extends ServerHandle {
  readonly errors: readonly (readonly [text: string, event: ErrorEvent])[];
  readonly ends: readonly Omit<RequestEnd, 'time'>[];
}

const running: ServerHandle[] = [];

/** For `afterEach`. */
export async function closeServers(): Promise<void> {
  await Promise.all(running.splice(0).map((server) => server.close()));
}

/** An application without a log. */
export function quietApp(factories?: HttpFactoriesInterface, onError?: (error: unknown) => void) {
  const logger = { error: () => undefined, info: () => undefined };
  return createApp({
    logger,
    ...(onError && { errors: { onError } }),
    ...(factories && { factories }),
  });
}

/** Serves an application with `upgrades: true` on a free port. {@link closeServers} closes it. */
export async function served(
  app: ReturnType<typeof createApp>,
  options: Partial<ServeOptions> = {},
): Promise<Served> {
  const errors: [string, ErrorEvent][] = [];
  const ends: Omit<RequestEnd, 'time'>[] = [];
  app.add((request, handler) => {
    request
      .getLifetime()
      .onEnd(({ status, bytes, error }) => void ends.push({ status, bytes, error }));
    return handler.handle(request);
  });
  const server = await serve(app, {
    ...{ port: 0, upgrades: true, closeTimeout: 500 },
    onError: (error, event) => void errors.push([String(error), event]),
    ...options,
  });
  running.push(server);
  return Object.assign(server, { errors, ends });
}

/** Serves one WebSocket at `/`. */
export function servedSocket(
  options: WebSocketOptions,
  factories?: HttpFactoriesInterface,
  serveOptions?: Partial<ServeOptions>,
): Promise<Served> {
  const app = quietApp(factories);
  app.get('/', (request, response) => webSocket(request, response, options));
  return served(app, serveOptions);
}

/** Sends every message back. */
export const echo: WebSocketOptions = {
  onMessage: (socket, message) => {
    socket.send(message);
  },
};

/** A promise for a callback that stays pending until the test releases it. */
export function held(): { readonly held: Promise<void>; readonly release: () => void } {
  let release = (): void => undefined;
  const promise = new Promise<void>((resolve) => (release = resolve));
  return {
    held: promise,
    release: () => {
      release();
    },
  };
}
