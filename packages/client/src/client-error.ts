import { brand, CodedError } from '@mortise/base';

/**
 * What is wrong with a call.
 *
 * - `ARGUMENT_MISSING`: the path needs an argument that the call does not give
 * - `ARGUMENT_INVALID`: an argument would become a dot segment, or is half of a surrogate pair
 * - `RESPONSE_UNREADABLE`: a described response is not JSON, although its type says so
 */
export type ClientErrorCode = 'ARGUMENT_INVALID' | 'ARGUMENT_MISSING' | 'RESPONSE_UNREADABLE';

/** A call that cannot be sent, or whose response cannot be read. */
export class ClientError extends CodedError<ClientErrorCode> {
  /** @param operation method and pattern */
  constructor(code: ClientErrorCode, operation: string, problem: string, options?: ErrorOptions) {
    super(code, `${operation}: ${problem}`, options);
  }

  static {
    brand(this, '@mortise/client/ClientError');
  }
}
