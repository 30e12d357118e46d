import { brand, CodedError, HTTP_ERROR, kindOf } from '@mortise/base';
import { noResponseText } from '@mortise/base/message';

/** Stable codes that say why serving failed, or why a request or its body could not be handled. */
export type NodeAdapterCode =
  | 'BODY_CONSUMED'
  | 'BODY_FRAMING_INVALID'
  | 'BODY_IDLE_TIMEOUT'
  | 'BODY_TIMEOUT'
  | 'BODY_TOO_LARGE'
  | 'BODY_TOO_SLOW'
  | 'CLOSE_TIMEOUT'
  | 'EARLY_HINTS_INVALID'
  | 'HANDLER_TIMEOUT'
  | 'HOST_UNAVAILABLE'
  | 'HTTP2_UNSUPPORTED'
  | 'LISTEN_FAILED'
  | 'OUTSIDE_BASE_PATH'
  | 'OVERLOADED'
  | 'PORT_FORBIDDEN'
  | 'PORT_IN_USE'
  | 'RAW_REQUEST_UNKNOWN'
  | 'REQUEST_ABORTED'
  | 'RESPONSE_INVALID'
  | 'RESPONSE_LENGTH_MISMATCH'
  | 'RUNTIME_UNSUPPORTED'
  | 'SERVER_CLOSED'
  | 'TARGET_INVALID'
  | 'TRAILER_INVALID'
  | 'WORKER_FAILED';

/**
 * The error that this package throws, rejects with, and uses as an abort reason. `code` is stable; `message` is
 * human-readable.
 */
export class NodeAdapterError extends CodedError<NodeAdapterCode> {
  /** The status of the response to a request that fails with this error; if absent, 500. */
  declare readonly status?: number;

  constructor(code: NodeAdapterCode, message: string, status?: number, options?: ErrorOptions) {
    super(code, message, options);
    if (status !== undefined) this.status = status;
  }

  static {
    brand(this, '@mortise/node/NodeAdapterError');
  }

  get [HTTP_ERROR](): true {
    return true;
  }

  /** The reason with which the `closing` signal of a request's lifetime aborts. */
  static serverClosing(): NodeAdapterError {
    return new NodeAdapterError('SERVER_CLOSED', 'the server is closing', 503);
  }

  static notAResponse(value: unknown): NodeAdapterError {
    return new NodeAdapterError('RESPONSE_INVALID', noResponseText('the handler', value), 500);
  }

  static notBytes(chunk: unknown): NodeAdapterError {
    const text = `a chunk of the response's body is ${kindOf(chunk)}; expected a Uint8Array`;
    return new NodeAdapterError('RESPONSE_INVALID', text, 500);
  }

  static invalidResponse(why: string): NodeAdapterError {
    return new NodeAdapterError('RESPONSE_INVALID', `invalid response: ${why}`, 500);
  }

  static mixedResponse(): NodeAdapterError {
    const text =
      'a Connect-style handler began the response and called next(): end the response, or set headers with res.setHeader before next() and write nothing';
    return new NodeAdapterError('RESPONSE_INVALID', text, 500);
  }

  static requestEnded(): NodeAdapterError {
    const text = 'The request ended before its body was read. Read it before the response ends.';
    return new NodeAdapterError('REQUEST_ABORTED', text, 400);
  }

  /** @param limit milliseconds */
  static handlerTimeout(limit: number): NodeAdapterError {
    const text = `the handler returned no response within ${limit} ms`;
    return new NodeAdapterError('HANDLER_TIMEOUT', text, 503);
  }

  static badFraming(reason: string, status = 400): NodeAdapterError {
    const text = `The chunks or trailers of the request body are invalid: ${reason}.`;
    return new NodeAdapterError('BODY_FRAMING_INVALID', text, status);
  }

  static clientGone(cause?: unknown): NodeAdapterError {
    return new NodeAdapterError('REQUEST_ABORTED', 'The client disconnected.', 400, { cause });
  }
}
