import type { Omittable } from '@mortise/base/options';
import type { ErrorEvent, ServerRequestCreatorInterface } from '@mortise/http-message';
import type { Client } from './request/request-source.js';
import type { FetchLimits } from './limits.js';

/**
 * Options of `toFetchHandler`: how requests are handled.
 *
 * `Platform` is the list of arguments that the platform passes after the request: environment and context on Workers,
 * information about the connection on Deno, the server on Bun, nothing in a service worker.
 */
export interface FetchOptions<Platform extends readonly unknown[]> {
  /** The message factories that create the requests. Default: those of the application. */
  readonly factories?: ServerRequestCreatorInterface | undefined;

  /** Limits for input from clients; omitted ones keep their defaults. Default: `defaultLimits`. */
  readonly limits?: Omittable<FetchLimits> | undefined;

  /**
   * Returns the client's address and port, and its scheme and host if they differ from those of the URL; called on
   * demand. Read a header only if the platform, or a proxy in front of every request, sets it: clients can send any
   * value. Anything but an object, such as the address itself, is `OPTION_INVALID`. Default: unknown.
   */
  readonly clientOf?: ((request: Request, ...platform: Platform) => Client) | undefined;

  /**
   * The path of the URL at which the application is mounted. It becomes the base path of the URI, and other paths get a
   * 404. A trailing slash is removed. Default: the root.
   */
  readonly basePath?: string | undefined;

  /**
   * Returns the prefix that a router or proxy has removed from the path of the URL, or `''`. It is added to the base
   * path of the URI. Read a header (`X-Forwarded-Prefix`) only if a proxy in front of every request sets or removes it.
   * An invalid path is ignored. Default: none.
   */
  readonly prefixOf?: ((request: Request, ...platform: Platform) => string) | undefined;

  /** Returns the initial attributes of each request by name, such as bindings and the context. Default: none. */
  readonly attributesOf?:
    | ((...platform: Platform) => Readonly<Record<string, unknown>>)
    | undefined;

  /**
   * Receives a promise that resolves when a request's cleanups have finished, so that the platform can keep running
   * until then. Called only if they are asynchronous. Default: none.
   */
  readonly waitUntil?: ((cleanedUp: Promise<void>, ...platform: Platform) => void) | undefined;

  /**
   * Called once for each server-side error: a handler error (unless the client gets a status below 500 for it), a
   * response that cannot be sent, a failed cleanup; and for request headers that exceed the limits or are invalid.
   * Default: prints method, target and stack to the console. If it throws or rejects, both errors are printed.
   */
  readonly onError?: ((error: unknown, event: ErrorEvent) => void) | undefined;

  /**
   * Aborts when the host begins to close; the `closing` signal of running and later requests then aborts, so that event
   * streams end. Abort it before you stop the host, which waits for them: `Deno.serve` and `Bun.serve`. Default: never.
   */
  readonly closing?: AbortSignal | undefined;
}
