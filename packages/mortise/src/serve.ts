import { ensure, merged, object } from '@mortise/base/options';
import type {
  ClosableHandlerInterface,
  RequestHandlerInterface,
  ServerRequestCreatorInterface,
} from '@mortise/http-message';
import { factories as defaultFactories } from '@mortise/message/node';
import { type ServeOptions, type ServerHandle, serve as serveOnNode } from '@mortise/node';

/** The argument of {@link serve}: an application, or any object with `handle`. */
export interface Servable extends ClosableHandlerInterface {
  /** The message factories that create its requests. Default: those from `@mortise/message`. */
  readonly factories?: ServerRequestCreatorInterface;
}

/**
 * Serves an application over HTTP/1.1 or HTTPS and, if enabled, HTTP/2.
 *
 * @param app an application, or a function that handles requests
 * @param options `factories` defaults to the application's own, `port` to the environment variable `PORT`, else 3000
 * @returns the server, once it listens
 * @throws {RangeError} if `PORT` is used and not a number from 0 to 65535
 * @throws {OptionError} `OPTION_INVALID`
 * @throws {NodeAdapterError} `PORT_IN_USE` and related codes
 */
export function serve(
  app: Servable | RequestHandlerInterface['handle'],
  options?: ServeOptions,
): Promise<ServerHandle>;
export async function serve(
  app: Servable | RequestHandlerInterface['handle'],
  options: ServeOptions = {},
  callback?: unknown,
): Promise<ServerHandle> {
  // For untyped callers: `listen` of other frameworks calls it.
  ensure(callback === undefined, 'serve', callback, 'no callback; write await serve(app, options)');
  // For untyped callers: the adapter refuses options that are not an object.
  if (!object.accepts(options)) return serveOnNode(app, options as never);
  const own = (app as Partial<Servable> | undefined)?.factories;
  const { factories = own ?? defaultFactories, path } = options;
  const { port = path === undefined ? portOf(process.env) : undefined } = options;
  const members = port === undefined ? { factories } : { factories, port };
  return serveOnNode(app, merged(options, members));
}

function portOf({ PORT }: NodeJS.ProcessEnv): number {
  if (PORT === undefined || PORT === '') return 3000;
  if (/^\d{1,5}$/.test(PORT) && Number(PORT) <= 65535) return Number(PORT);
  throw new RangeError(`invalid PORT "${PORT.slice(0, 80)}": expected a number from 0 to 65535`);
}
