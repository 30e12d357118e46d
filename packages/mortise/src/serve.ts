import type { RequestHandlerInterface, ServerRequestCreatorInterface } from '@mortise/http-message';
import { factories as defaultFactories } from '@mortise/message/node';
import { type ServeOptions, type ServerHandle, serve as serveOnNode } from '@mortise/node';

/** What {@link serve} takes: an application, or anything else that has `handle`. */
export interface Servable extends RequestHandlerInterface {
  /** The implementation of the messages that it wants its requests to be of. */
  readonly factories?: ServerRequestCreatorInterface;
}

/**
 * Serves an application over HTTP.
 *
 * @param options `factories` default to the application's own; `port` to the environment's `PORT`,
 *   else 3000
 * @returns the server, once it listens
 * @throws {NodeAdapterError} `PORT_IN_USE` and its kin
 */
export function serve(app: Servable, options: Partial<ServeOptions> = {}): Promise<ServerHandle> {
  const { factories = app.factories ?? defaultFactories, port = portOf(process.env) } = options;
  return serveOnNode(app, { ...options, factories, port });
}

/** What `PORT` says is looked at by the server: it names a port that is none. */
function portOf(environment: NodeJS.ProcessEnv): number {
  const { PORT } = environment;
  return PORT === undefined || PORT === '' ? 3000 : Number(PORT);
}
