import type { Awaitable, ServerRequestInterface } from '@mortise/http-message';
import type { MediaType } from '@mortise/http-syntax';

/**
 * Parses a whole body that was decoded to text.
 *
 * @param text in the charset of the media type, UTF-8 by default, without byte order mark; `''` for
 *   an empty body
 * @returns the parsed body; `null` leaves it unset. An error that a parser throws is an error of the request; with a
 *   `status` below 500 it is a client error.
 */
export type TextParser = (text: string, mediaType: MediaType) => Awaitable<object | null>;

/** Parses a whole body from its bytes. */
export interface BytesParser {
  /** Like {@link TextParser}, with the bytes as received after any content coding; empty for an empty body. */
  readonly parseBytes: (bytes: Uint8Array, mediaType: MediaType) => Awaitable<object | null>;
}

/** Parses a whole body, which stays readable. A function receives text, an object with `parseBytes` bytes. */
export type BodyParser = TextParser | BytesParser;

/**
 * Reads the body of a request itself, with its own limits, and thereby consumes it: needed for multipart
 * forms.
 *
 * @returns the request to pass along; the same one if there is nothing to read
 */
export type BodyReader = (
  request: ServerRequestInterface,
  mediaType: MediaType,
) => Awaitable<ServerRequestInterface>;

/** Entries by media type (`'application/json'`) or by suffix (`'+json'`), in any case. */
export type ByMediaType<T> = Readonly<Record<string, T>>;

/** Parsers by media type or suffix. */
export type BodyParsers = ByMediaType<BodyParser>;

/** Readers by media type or suffix. */
export type BodyReaders = ByMediaType<BodyReader>;

/** Decodes one content coding chunk by chunk, so that the decoded size can be limited as it grows. */
export type ContentDecoder = (body: Uint8Array) => AsyncIterable<Uint8Array>;

/**
 * Decoders by content coding, in lower case: `{ gzip: gunzip }`. A coding whose value is `undefined` is refused, as if it
 * was not listed.
 */
export type ContentDecoders = Readonly<Record<string, ContentDecoder | undefined>>;

/** Limits of XML parsing. */
export interface XmlOptions {
  /** The maximum number of nested elements. Default 64. */
  readonly maxDepth?: number;
}
