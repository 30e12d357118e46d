import { brand, CodedError, HTTP_ERROR } from '@mortise/base';

/** Stable codes that say why a request was refused. */
export type PreconditionCode = 'PRECONDITION_FAILED' | 'PRECONDITION_REQUIRED';

/** Thrown for a request whose precondition does not match (412) or is missing (428). */
export class PreconditionError extends CodedError<PreconditionCode> {
  readonly status: 412 | 428;

  private constructor(code: PreconditionCode, status: 412 | 428, message: string) {
    super(code, message);
    this.status = status;
  }

  static {
    brand(this, '@mortise/http-cache/PreconditionError');
  }

  get [HTTP_ERROR](): true {
    return true;
  }

  /** @see RFC 9110 15.5.13 */
  static failed(): PreconditionError {
    const message =
      'The resource is not in the expected state. Fetch it again, then repeat the request.';
    return new PreconditionError('PRECONDITION_FAILED', 412, message);
  }

  /** @see RFC 6585 3 */
  static required(): PreconditionError {
    const message =
      'The request has no precondition. Send If-Match with the entity tag of the resource.';
    return new PreconditionError('PRECONDITION_REQUIRED', 428, message);
  }
}
