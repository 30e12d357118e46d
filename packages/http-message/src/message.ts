import type { StreamInterface } from './stream.js';

/**
 * The common part of requests and responses: a protocol version, headers and a body.
 *
 * A message is a value: no member changes it, each `with*` and `without*` returns another message and
 * leaves this one unchanged. A `with*` that changes nothing can return the same object.
 *
 * Header names are compared case-insensitively (ASCII) and keep the case in which they were given.
 * The order is kept: of names by their first appearance, of values within a name.
 *
 * @see PSR-7 1.1 Messages, 1.2 HTTP Headers; RFC 9110 5
 */
export interface MessageInterface {
  /** The version without the protocol's name: `'1.0'`, `'1.1'`, `'2'`. */
  getProtocolVersion(): string;

  /**
   * @param version digits, or digits, a dot and digits
   * @throws {MessageErrorInterface} `PROTOCOL_VERSION_INVALID`
   */
  withProtocolVersion(version: string): this;

  /**
   * All headers, by name in its original case.
   *
   * @returns an object with a null prototype; `{}` if there are none. Every list has at least one
   *   value. A name that looks like an integer (`'7'`) comes first, because objects order such keys first;
   *   {@link getRawHeaders} keeps the order of all names.
   */
  getHeaders(): Readonly<Record<string, readonly string[]>>;

  /**
   * All headers in order: name, value, name, value, ... A name with several values is repeated
   * for each, so that `Set-Cookie` is never joined. The format is that of Node's `rawHeaders`. Received
   * headers keep their position and case, even between those of other names.
   *
   * @returns `[]` if there are none; the length is even
   */
  getRawHeaders(): readonly string[];

  /** @param name in any case; an invalid header name returns `false` */
  hasHeader(name: string): boolean;

  /**
   * @param name in any case
   * @returns the values in order; `[]` if the header is absent
   */
  getHeader(name: string): readonly string[];

  /**
   * The values joined by `', '` (RFC 9110 5.3). Do not use it for `Set-Cookie`, whose values can contain
   * commas: read those with {@link getHeader}.
   *
   * @param name in any case
   * @returns `''` if the header is absent, and if its only value is empty
   */
  getHeaderLine(name: string): string;

  /**
   * Replaces all values of a header, or adds the header at the end. The new case of the name
   * replaces the older one, at the position of the first value.
   *
   * @param name a token (RFC 9110 5.6.2)
   * @param value at least one value; spaces and tabs around each are removed; only visible ASCII, space,
   *   tab and U+0080 to U+00FF (RFC 9110 5.5). The list is copied.
   * @throws {MessageErrorInterface} `HEADER_NAME_INVALID`, `HEADER_VALUE_INVALID`; invalid values are never
   *   corrected
   */
  withHeader(name: string, value: string | readonly string[]): this;

  /**
   * Adds values after those that the header has, under the case of its first name; otherwise
   * like {@link withHeader}.
   *
   * @throws {MessageErrorInterface} `HEADER_NAME_INVALID`, `HEADER_VALUE_INVALID`
   */
  withAddedHeader(name: string, value: string | readonly string[]): this;

  /** @param name in any case; an absent header is not an error */
  withoutHeader(name: string): this;

  /**
   * The body: always the same object for this message; an empty stream if there is none.
   *
   * Adapters send a seekable body from its start, any other from its position. Middleware that reads a body
   * with `read`, `getContents` or `inMemory` rewinds it first, if it is seekable: after a `write`, the
   * position is at the end.
   */
  getBody(): StreamInterface;

  /**
   * @param body kept by reference: the message and its copies share it
   * @throws {MessageErrorInterface} `STREAM_NOT_READABLE` for a value that is not a stream, such as text
   */
  withBody(body: StreamInterface): this;
}
