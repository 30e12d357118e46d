import type { Awaitable, ServerRequestInterface } from '@mortise/http-message';
import type { MediaType } from '@mortise/http-syntax';

/**
 * Parses a whole body that was decoded to text. If it throws, the request fails with that error; an error with a
 * `status` below 500 is a client error.
 *
 * @param text the body, decoded with the media type's charset (default UTF-8), without a byte order mark; `''` for an
 *   empty body
 * @returns the parsed body; `null` leaves it unset
 */
export type TextParser = (text: string, mediaType: MediaType) => Awaitable<object | null>;

/** Parses a whole body from its bytes. */
export interface BytesParser {
  /** Like {@link TextParser}, but receives bytes, after any content coding was decoded; empty for an empty body. */
  readonly parseBytes: (bytes: Uint8Array, mediaType: MediaType) => Awaitable<object | null>;
}

/** Parses a whole body, which stays readable. A function receives text; an object with `parseBytes` receives bytes. */
export type BodyParser = TextParser | BytesParser;

/**
 * Reads and consumes the body of a request itself, with its own limits. Used for multipart forms.
 *
 * @returns the request to pass to the handler; the same request if there is nothing to read
 */
export type BodyReader = (
  request: ServerRequestInterface,
  mediaType: MediaType,
) => Awaitable<ServerRequestInterface>;

/**
 * Entries by media type (`'application/json'`) or suffix (`'+json'`), without parameters and wildcards; case is ignored.
 */
export type ByMediaType<T> = Readonly<Record<string, T>>;

/** Parsers by media type or suffix. */
export type BodyParsers = ByMediaType<BodyParser>;

/** Readers by media type or suffix. */
export type BodyReaders = ByMediaType<BodyReader>;

/** Decodes a content coding. Yields the decoded bytes in chunks, so that their size can be limited. */
export type ContentDecoder = (body: Uint8Array) => AsyncIterable<Uint8Array>;

/**
 * Decoders by content coding, in lower case: `{ gzip: gunzip }`. A coding whose value is `undefined` is rejected like
 * an unlisted one.
 */
export type ContentDecoders = Readonly<Record<string, ContentDecoder | undefined>>;

/** Limits of XML parsing. */
export interface XmlOptions {
  /** The maximum number of nested elements. Default 64. */
  readonly maxDepth?: number | undefined;
}
