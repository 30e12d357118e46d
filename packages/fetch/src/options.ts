import type { ErrorEvent, ServerRequestCreatorInterface } from '@mortise/http-message';
import type { Client } from './request/request-source.js';
import type { FetchLimits } from './limits.js';

/**
 * How requests are handled.
 *
 * `Platform` is the list of arguments that the platform passes after the request: environment and context on Workers,
 * information about the connection on Deno, the server on Bun, nothing in a service worker.
 */
export interface FetchOptions<Platform extends readonly unknown[]> {
  /** Creates the requests: the factories of a message implementation. Default: those of the application. */
  readonly factories?: ServerRequestCreatorInterface;

  /** Limits for input from clients; omitted ones keep their defaults. */
  readonly limits?: Partial<FetchLimits>;

  /**
   * Returns who sent a request; called on demand. Read a header only if the platform, or a proxy that
   * every request passes, sets it. Default: unknown.
   */
  readonly clientOf?: (request: Request, ...platform: Platform) => Client;

  /**
   * The path of the URL under which the application is mounted: it becomes the base path of the URI,
   * and other paths get 404. A trailing slash is removed. Default: the root.
   */
  readonly basePath?: string;

  /**
   * Returns the path that a router or a proxy has removed from the beginning of the URL's path, `''` for
   * none: it becomes the base path of the URI. Read a header (`X-Forwarded-Prefix`) only if a proxy that
   * every request passes sets or removes it. An invalid path is ignored. Default: none.
   */
  readonly prefixOf?: (request: Request, ...platform: Platform) => string;

  /** Returns the initial attributes of each request, by name. Default: none. */
  readonly attributesOf?: (...platform: Platform) => Readonly<Record<string, unknown>>;

  /**
   * Keeps the platform running until a request's cleanups have finished; called if they are
   * asynchronous. Default: not called.
   */
  readonly waitUntil?: (cleanedUp: Promise<void>, ...platform: Platform) => void;

  /**
   * Called once for each server-side error: an error of a handler (unless it has a status below 500),
   * a response that cannot be sent, a cleanup that failed. Default: prints method, target and stack
   * to the console. If it throws or rejects, both errors are printed.
   */
  readonly onError?: (error: unknown, event: ErrorEvent) => void;
}
