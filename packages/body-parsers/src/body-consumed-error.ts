import { brand, CodedError } from '@mortise/base';
import type { StreamInterface } from '@mortise/http-message';

/** A body was read before it could be parsed. This is a server error: the response is 500. */
export class BodyConsumedError extends CodedError<'BODY_CONSUMED'> {
  private constructor(advice: string) {
    super('BODY_CONSUMED', `the request body was read before it was parsed: ${advice}`);
  }

  static {
    brand(this, '@mortise/body-parsers/BodyConsumedError');
  }

  /** @throws {BodyConsumedError} if the body can be read only once, and has been read, even partly */
  static refuse(body: StreamInterface, advice = PARSE): void {
    if (!body.isSeekable() && body.tell() > 0) throw new BodyConsumedError(advice);
  }

  /**
   * Like {@link refuse}, for a body that will be read as a stream; rewinds a seekable body.
   *
   * @returns the body, at its start
   */
  static atStart(body: StreamInterface): StreamInterface {
    BodyConsumedError.refuse(body, KEEP);
    if (body.isSeekable()) body.rewind();
    return body;
  }
}

const PARSE = 'call parseBody(request), and pass on the request that it returns';
const KEEP =
  'register the route with { body: false }, and let a layer that reads the body pass on a new one';
