import type { StreamInterface } from './stream.js';

/**
 * The common part of requests and responses: a protocol version, headers and a body.
 *
 * A message is immutable: each `with*` and `without*` method returns another message and leaves this one unchanged. One
 * that changes nothing can return the same object.
 *
 * Header names are compared case-insensitively (ASCII) and keep their original case. Order is preserved: names by first
 * appearance, values within each name.
 *
 * @see PSR-7 1.1 Messages, 1.2 HTTP Headers; RFC 9110 5
 */
export interface MessageInterface {
  /** The HTTP version, without `HTTP/`: `'1.0'`, `'1.1'`, `'2'`. */
  getProtocolVersion(): string;

  /**
   * Returns a copy with this protocol version.
   *
   * @param version digits, optionally followed by a dot and more digits
   * @throws {MessageErrorInterface} `PROTOCOL_VERSION_INVALID`
   */
  withProtocolVersion(version: string): this;

  /**
   * All headers, keyed by name in its original case.
   *
   * @returns an object with a null prototype; `{}` if there are none. Every list has at least one value. Names that
   *   look like integers (`'7'`) come first, as in any object; {@link getRawHeaders} keeps the order of all names.
   */
  getHeaders(): Readonly<Record<string, readonly string[]>>;

  /**
   * All headers in order, as alternating names and values (the format of Node's `rawHeaders`). A name with several
   * values is repeated for each, so `Set-Cookie` is never joined. Received headers keep their case and position, even
   * if values of one name are not adjacent.
   *
   * @returns an even number of strings; `[]` if there are no headers
   */
  getRawHeaders(): readonly string[];

  /**
   * Whether the header is present.
   *
   * @param name case-insensitive; `false` for an invalid header name
   */
  hasHeader(name: string): boolean;

  /**
   * The values of a header.
   *
   * @param name case-insensitive
   * @returns the values in order; `[]` if the header is absent
   */
  getHeader(name: string): readonly string[];

  /**
   * The values joined with `', '` (RFC 9110 5.3). For `Set-Cookie`, whose values can contain commas, use
   * {@link getHeader} instead.
   *
   * @param name case-insensitive
   * @returns `''` if the header is absent or its only value is empty
   */
  getHeaderLine(name: string): string;

  /**
   * Replaces all values of a header, at the position of the first, or adds the header at the end. The name takes the
   * given case.
   *
   * @param name a token (RFC 9110 5.6.2)
   * @param value one or more values of visible ASCII, space, tab and U+0080 to U+00FF (RFC 9110 5.5); leading and
   *   trailing spaces and tabs are removed. A list is copied.
   * @throws {MessageErrorInterface} `HEADER_NAME_INVALID`, `HEADER_VALUE_INVALID`; invalid values are never
   *   corrected
   */
  withHeader(name: string, value: string | readonly string[]): this;

  /**
   * Adds values after the header's existing ones, in the case of its first name; otherwise like {@link withHeader}.
   *
   * @throws {MessageErrorInterface} `HEADER_NAME_INVALID`, `HEADER_VALUE_INVALID`
   */
  withAddedHeader(name: string, value: string | readonly string[]): this;

  /**
   * Returns a copy without a header.
   *
   * @param name case-insensitive; an absent header is not an error
   */
  withoutHeader(name: string): this;

  /**
   * The body, always the same object for this message; an empty stream if there is no body.
   *
   * Adapters send a seekable body from its start, any other body from its current position. Middleware that reads a
   * seekable body with `read`, `getContents` or `inMemory` must rewind it first, because a `write` leaves the position
   * at the end.
   */
  getBody(): StreamInterface;

  /**
   * Returns a copy with this body.
   *
   * @param body kept by reference: the message and its copies share it
   * @throws {MessageErrorInterface} `STREAM_NOT_READABLE` for a value that is not a stream, such as text
   */
  withBody(body: StreamInterface): this;
}
