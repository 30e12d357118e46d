import type { Awaitable, ServerRequestInterface } from '@mortise/http-message';
import type { MediaType } from '@mortise/http-syntax';

/**
 * Makes data of a whole body, which stays readable.
 *
 * @param body text when the body is in memory as text, else bytes; empty when there is none
 * @returns `null` leaves the parsed body unset. What a parser throws is an error of the request; with
 *   a `status` below 500 it is the client's.
 */
export type BodyParser = (
  body: Uint8Array | string,
  mediaType: MediaType,
) => Awaitable<object | null>;

/**
 * Reads the body of a request by itself, with limits of its own, and so consumes it: what multipart
 * forms need.
 *
 * @returns the request to pass on, or the same one
 */
export type BodyReader = (
  request: ServerRequestInterface,
  mediaType: MediaType,
) => Awaitable<ServerRequestInterface>;

/** Parsers or readers, in lower case, by media type (`'application/json'`) or by suffix (`'+json'`). */
export type ByMediaType<T> = Readonly<Record<string, T>>;

/** Parsers by media type or suffix. */
export type BodyParsers = ByMediaType<BodyParser>;

/** Readers by media type or suffix. */
export type BodyReaders = ByMediaType<BodyReader>;

/**
 * What is there for a media type: that of the type itself, else that of its suffix, else that of the
 * suffix as a type (`application/json` for `application/problem+json`), else `null`.
 */
export function forMediaType<T>(all: ReadonlyMap<string, T>, type: MediaType): T | null {
  const { essence, suffix } = type;
  const bySuffix = suffix === '' ? undefined : all.get(`application/${suffix.slice(1)}`);
  return all.get(essence) ?? all.get(suffix) ?? bySuffix ?? null;
}
