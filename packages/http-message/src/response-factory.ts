import type { ResponseInterface } from './response.js';

/** @see PSR-17 2.2 */
export interface ResponseFactoryInterface {
  /**
   * @param code 100 to 599; default 200
   * @param reasonPhrase `''` (the default) uses the standard phrase
   * @returns a response without headers, version `'1.1'`, its body empty, in memory and writable
   * @throws {MessageErrorInterface} `STATUS_INVALID`, `REASON_INVALID`
   */
  createResponse(code?: number, reasonPhrase?: string): ResponseInterface;
}
