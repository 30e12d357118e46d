import type { ResponseInterface } from './response.js';

/**
 * Creates responses.
 *
 * @see PSR-17 2.2
 */
export interface ResponseFactoryInterface {
  /**
   * Creates a response.
   *
   * @param code 100 to 599; default 200
   * @param reasonPhrase `''` (the default) uses the standard phrase
   * @returns a response with protocol version `'1.1'`, no headers, and an empty, writable in-memory body
   * @throws {MessageErrorInterface} `STATUS_INVALID`, `REASON_INVALID`
   */
  createResponse(code?: number, reasonPhrase?: string): ResponseInterface;
}
