import { brand, CodedError } from '@mortise/base';

/**
 * Why a call failed:
 *
 * - `ARGUMENT_MISSING`: the call lacks an argument that the path requires
 * - `ARGUMENT_INVALID`: an argument does not match its placeholder, contains an unpaired surrogate, would become a dot
 *   segment or make the path begin with `//`, or the server would read it differently
 * - `BODY_INVALID`, `QUERY_INVALID`: a part of the body or query would be lost: a number that is not finite, an invalid
 *   date, a cycle, a `Map` or another object that JSON writes as `{}`; in JSON, a BigInt too
 * - `HEADER_INVALID`: the server would read a described header or cookie differently, or it contains such a value
 * - `RESPONSE_UNREADABLE`: a described response has a JSON type, but is not valid JSON in UTF-8
 */
export type ClientErrorCode =
  | 'ARGUMENT_INVALID'
  | 'ARGUMENT_MISSING'
  | 'BODY_INVALID'
  | 'HEADER_INVALID'
  | 'QUERY_INVALID'
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
