import { brand, CodedError } from '@mortise/base';

/**
 * Why a call failed:
 *
 * - `ARGUMENT_MISSING`: the call lacks an argument that the path requires
 * - `ARGUMENT_INVALID`: an argument does not match its placeholder, contains an unpaired surrogate, would become a dot
 *   segment or make the path begin with `//`, or the server would read it differently
 * - `BODY_INVALID`: the body cannot be written as JSON: it contains a BigInt, or itself
 * - `HEADER_INVALID`: the server would read a described header or cookie differently
 * - `RESPONSE_UNREADABLE`: a described response has a JSON type, but is not valid JSON in UTF-8
 */
export type ClientErrorCode =
  | 'ARGUMENT_INVALID'
  | 'ARGUMENT_MISSING'
  | 'BODY_INVALID'
  | 'HEADER_INVALID'
  | 'RESPONSE_UNREADABLE';

/** A call cannot be sent, or its response cannot be read. */
export class ClientError extends CodedError<ClientErrorCode> {
  /** @param operation the method and pattern, such as `GET /books/{id}` */
  constructor(code: ClientErrorCode, operation: string, problem: string, options?: ErrorOptions) {
    super(code, `${operation}: ${problem}`, options);
  }

  static {
    brand(this, '@mortise/client/ClientError');
  }
}
