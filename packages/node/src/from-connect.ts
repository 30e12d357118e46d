import type { MiddlewareInterface } from '@mortise/http-message';
import { parseBasePath } from '@mortise/http-syntax';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ConnectFactories, ConnectLayer } from './connect/connect-layer.js';
import { knownExchange } from './connect/connect-request.js';
import { basePathOf, divideTarget } from './connect/connect-target.js';
import { NodeAdapterError } from './errors.js';

/**
 * Middleware in the style of Connect and Express: writes a response, or calls `next`. Whatever it returns is
 * ignored, except for a promise that rejects, which is the same as `next(error)`.
 */
export type ConnectHandler = (
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  next: (error?: unknown) => void,
) => unknown;

/** Where and how a handler is mounted. */
export interface ConnectOptions {
  /**
   * The path within the application that the handler is mounted at: it sees only requests for this and what
   * is below, without the path in `req.url` (`req.originalUrl` has it). A slash at its end is removed.
   * Default: it sees every request, whole.
   */
  readonly path?: string;
}

/**
 * Makes a Connect-style handler a layer like any other.
 *
 * `res` stands for the real response: what the handler writes to it becomes the response that the layer
 * returns, with as much of the body in memory as was not taken yet. After `next()` the response of the inner
 * application goes through the same `res`, so that a `writeHead`, `write` or `end` that the handler has replaced
 * acts on it. Header fields that the handler has set are kept unless that response has the same ones;
 * `Set-Cookie` and `Vary` are put together. `finish` happens when the real response has ended, `close` also
 * when the client has gone.
 *
 * An error given to `next`, thrown, or of the inner application is an error of the layer. The fields that the
 * handler has set are sent with the response to that, too, except for those that describe content.
 *
 * What the handler changes in `req.url` and `req.method` before it calls `next` the inner application gets. A
 * body that it reads is gone for that. Trailers that it adds are not sent.
 *
 * @param factories makes the response that the handler writes
 * @returns middleware for applications that are served by this package; it fails with
 *   `RAW_REQUEST_UNKNOWN` for others
 * @throws {NodeAdapterError} `OPTION_INVALID`
 */
export function fromConnect(
  handler: ConnectHandler,
  factories: ConnectFactories,
  { path = '/' }: ConnectOptions = {},
): MiddlewareInterface {
  const mount = canonicalMount(path);
  return {
    process(request, inner) {
      const raw = knownExchange(request);
      const divided = divideTarget(request.getRequestTarget(), basePathOf(request), mount);
      if (divided === null) return inner.handle(request);
      const layer = new ConnectLayer(raw, request, divided, inner, factories);
      return layer.process((res, next) => handler(raw.incoming, res, next));
    },
  };
}

function canonicalMount(path: string): string {
  const mount = parseBasePath(path);
  if (mount !== null) return mount;
  const text = `invalid path ${JSON.stringify(path.slice(0, 80))}: expected "/" or a path such as "/assets"`;
  throw new NodeAdapterError('OPTION_INVALID', text);
}
