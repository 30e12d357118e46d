import type { StreamInterface } from './stream.js';

/**
 * What requests and responses have in common: a protocol version, header fields and a body.
 *
 * A message is a value: no member changes it, each `with*` and `without*` gives another message and
 * leaves this one as it was. A `with*` that changes nothing may give the same object.
 *
 * Header names are compared without regard to case (ASCII) and kept in the case they were given.
 * Order is kept: of names by their first appearance, of values within a name.
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
   * All header fields, by name in its original case.
   *
   * @returns an object with a null prototype; `{}` when there are none. Every list has at least one
   *   value. A name that reads as an integer (`'7'`) comes first, as objects order their keys;
   *   {@link getRawHeaders} keeps the order whatever the name.
   */
  getHeaders(): Readonly<Record<string, readonly string[]>>;

  /**
   * All header fields in order: name, value, name, value, ... A name with several values stands once
   * for each, so that `Set-Cookie` is never joined. The shape is that of Node's `rawHeaders`. Fields
   * that came over the wire keep their places and spellings, also between those of other names.
   *
   * @returns `[]` when there are none; the length is even
   */
  getRawHeaders(): readonly string[];

  /** @param name in any case; a name that cannot be a header's gives `false` */
  hasHeader(name: string): boolean;

  /**
   * @param name in any case
   * @returns the values in order; `[]` when the header is absent
   */
  getHeader(name: string): readonly string[];

  /**
   * The values joined by `', '` (RFC 9110 5.3). Not of use for `Set-Cookie`, whose values may hold
   * commas themselves: read those with {@link getHeader}.
   *
   * @param name in any case
   * @returns `''` when the header is absent, as when its only value is empty
   */
  getHeaderLine(name: string): string;

  /**
   * Replaces every value of a header, or adds the header at the end. The new spelling of the name
   * replaces an older one in its (first) place.
   *
   * @param name a token (RFC 9110 5.6.2)
   * @param value at least one value; spaces and tabs around each are removed; visible ASCII, space,
   *   tab and U+0080 to U+00FF only (RFC 9110 5.5). The list is copied.
   * @throws {MessageErrorInterface} `HEADER_NAME_INVALID`, `HEADER_VALUE_INVALID`; nothing is
   *   repaired
   */
  withHeader(name: string, value: string | readonly string[]): this;

  /**
   * Adds values behind those that the header has, under the spelling that it has (first); otherwise
   * as {@link withHeader}.
   *
   * @throws {MessageErrorInterface} `HEADER_NAME_INVALID`, `HEADER_VALUE_INVALID`
   */
  withAddedHeader(name: string, value: string | readonly string[]): this;

  /** @param name in any case; an absent header is not an error */
  withoutHeader(name: string): this;

  /** The body: always the same object for this message; an empty stream when there is none. */
  getBody(): StreamInterface;

  /** @param body kept by reference: the message and its copies share it */
  withBody(body: StreamInterface): this;
}
