import { brand, CodedError } from '@mortise/base';
import type { StreamInterface } from '@mortise/http-message';

/** A body that was read before it was to be parsed: a mistake of the application, which responds with 500. */
export class BodyConsumedError extends CodedError<'BODY_CONSUMED'> {
  private constructor() {
    super(
      'BODY_CONSUMED',
      'the request body was read before it was parsed: call parseBody(request) instead, and pass on the request that it returns',
    );
  }

  static {
    brand(this, '@mortise/body-parsers/BodyConsumedError');
  }

  /** @throws {BodyConsumedError} if a part of a body that can be read only once has been read */
  static refuse(body: StreamInterface): void {
    if (!body.isSeekable() && body.tell() > 0) throw new BodyConsumedError();
  }
}
