import { brand, CodedError } from '@mortise/base';

/**
 * Why a call failed.
 *
 * - `ARGUMENT_MISSING`: the call lacks an argument that the path requires
 * - `ARGUMENT_INVALID`: an argument does not match its part of the pattern, would become a dot segment, make the path begin
 *   with `//`, be read differently by the server, or has an unpaired surrogate
 * - `HEADER_INVALID`: a described header or cookie would be read differently
 * - `RESPONSE_UNREADABLE`: a described response is not JSON in UTF-8, although its type says so
 */
export type ClientErrorCode =
  | 'ARGUMENT_INVALID'
  | 'ARGUMENT_MISSING'
  | 'HEADER_INVALID'
  | 'RESPONSE_UNREADABLE';

/** A call that cannot be sent, or whose response cannot be read. */
export class ClientError extends CodedError<ClientErrorCode> {
  /** @param operation method and pattern: `GET /books/{id}` */
  constructor(code: ClientErrorCode, operation: string, problem: string, options?: ErrorOptions) {
    super(code, `${operation}: ${problem}`, options);
  }

  static {
    brand(this, '@mortise/client/ClientError');
  }
}
