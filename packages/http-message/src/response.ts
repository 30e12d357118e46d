import type { MessageInterface } from './message.js';

/**
 * A response as the server sends it.
 *
 * @see PSR-7 3.3; RFC 9110 15
 */
export interface ResponseInterface extends MessageInterface {
  /** The status code, from 100 to 599. */
  getStatusCode(): number;

  /**
   * Returns a copy with this status code and reason phrase.
   *
   * @param code an integer from 100 to 599
   * @param reasonPhrase `''` (the default) uses the standard phrase of the code, if it has one
   * @throws {MessageErrorInterface} `STATUS_INVALID`, `REASON_INVALID` (a control character other
   *   than tab, or a character above U+00FF)
   */
  withStatus(code: number, reasonPhrase?: string): this;

  /** The phrase that was set, otherwise the standard one (RFC 9110 15); `''` if there is none. */
  getReasonPhrase(): string;
}
