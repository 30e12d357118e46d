import type { ErrorEvent, ServerRequestCreatorInterface } from '@mortise/http-message';
import type { Client } from './request/request-source.js';
import type { FetchLimits } from './limits.js';

/**
 * How requests are answered.
 *
 * `Platform` is what the platform passes beside the request: environment and context on Workers, the
 * connection's facts on Deno, the server on Bun, nothing in a service worker.
 */
export interface FetchOptions<Platform extends readonly unknown[]> {
  /** Makes the requests: the factories of an implementation of the messages. */
  readonly factories: ServerRequestCreatorInterface;

  /** What is taken from clients; those not given keep their defaults. */
  readonly limits?: Partial<FetchLimits>;

  /**
   * Who sent a request, asked when somebody asks. Believe a header field only when the platform, or
   * a proxy that every request passes, writes it. Default: nobody known.
   */
  readonly clientOf?: (request: Request, ...platform: Platform) => Client;

  /**
   * The path of the URL under which the application is mounted: it becomes the base path of the URI,
   * and a request elsewhere is answered with 404. A slash at its end is removed. Default: the top.
   */
  readonly basePath?: string;

  /**
   * The path that a router or a proxy has cut off in front of the URL's path, `''` for none: it becomes
   * the base path of the URI. Believe a header (`X-Forwarded-Prefix`) only if a proxy that every
   * request passes sets or removes it. What is not segments behind one `/` is ignored. Default: none.
   */
  readonly prefixOf?: (request: Request, ...platform: Platform) => string;

  /** Attributes that each request begins with, by name. Default: none. */
  readonly attributesOf?: (...platform: Platform) => Readonly<Record<string, unknown>>;

  /**
   * Keeps the platform from stopping before a request's cleanups have run; called when they take
   * time. Default: nobody is told.
   */
  readonly waitUntil?: (cleanedUp: Promise<void>, ...platform: Platform) => void;

  /**
   * Called once for each server-side error: what a handler threw (unless it has a status below 500),
   * a response that cannot be sent, a cleanup that failed. Default: prints method, target and stack
   * to the console.
   */
  readonly onError?: (error: unknown, event: ErrorEvent) => void;
}
