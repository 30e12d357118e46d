import type { Awaitable } from '@mortise/http-message';
import type { MediaType } from '@mortise/http-syntax';

/**
 * Makes data of a whole body.
 *
 * @param body not empty; text when the body is in memory as text, else bytes
 * @returns `null` leaves the parsed body unset. What a parser throws is an error of the request; with
 *   a `status` below 500 it is the client's.
 */
export type BodyParser = (
  body: Uint8Array | string,
  mediaType: MediaType,
) => Awaitable<object | null>;

/** Parsers by media type (`'application/json'`) or by suffix (`'+json'`), in lower case. */
export type BodyParsers = Readonly<Record<string, BodyParser>>;

/** The parser of a media type: that of the type itself, else that of its suffix, else `null`. */
export function parserOf(
  parsers: ReadonlyMap<string, BodyParser>,
  type: MediaType,
): BodyParser | null {
  return parsers.get(type.essence) ?? parsers.get(type.suffix) ?? null;
}
