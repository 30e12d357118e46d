import { brand, CodedError, HTTP_ERROR, quote } from '@mortise/base';
import type { HttpErrorInterface } from '@mortise/http-message';

/**
 * Why a request body cannot be read:
 *
 * - `BODY_ENCODING` (415): its content coding is not supported
 * - `BODY_MEDIA_TYPE` (415): its media type is not accepted, invalid or missing
 * - `BODY_UNREADABLE` (400): it is malformed, or neither an object nor a list
 * - `UPLOAD_TOO_LARGE` (413): a file exceeds the server's limit
 */
export type EndpointBodyErrorCode =
  | 'BODY_ENCODING'
  | 'BODY_MEDIA_TYPE'
  | 'BODY_UNREADABLE'
  | 'UPLOAD_TOO_LARGE';

/** A client error: the endpoint cannot read the request body. */
export class EndpointBodyError
  extends CodedError<EndpointBodyErrorCode>
  implements HttpErrorInterface
{
  readonly status: 400 | 413 | 415;
  /** The headers of the response: `Accept` or `Accept-Encoding` for 415; otherwise none. */
  readonly headers: Readonly<Record<string, string>>;

  private constructor(
    code: EndpointBodyErrorCode,
    status: 400 | 413 | 415,
    message: string,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(code, message);
    this.status = status;
    this.headers = headers;
  }

  static {
    brand(this, '@mortise/endpoint/EndpointBodyError');
  }

  get [HTTP_ERROR](): true {
    return true;
  }

  /** @param accepted sent as the `Accept` header (RFC 9110 15.5.16) */
  static mediaType(received: string, accepted: readonly string[]): EndpointBodyError {
    const what = received === '' ? 'no Content-Type' : `the Content-Type ${quote(received)}`;
    const message = `The request body has ${what}; expected ${accepted.join(' or ')}.`;
    return new EndpointBodyError('BODY_MEDIA_TYPE', 415, message, { Accept: accepted.join(', ') });
  }

  /** The response has the header `Accept-Encoding: identity` (RFC 9110 15.5.16). */
  static encoding(coding: string): EndpointBodyError {
    const message = `The request body has the unsupported content coding ${quote(coding)}. Send it uncompressed.`;
    const headers = { 'Accept-Encoding': 'identity' };
    return new EndpointBodyError('BODY_ENCODING', 415, message, headers);
  }

  static unreadable(type: string): EndpointBodyError {
    const message = `The request body cannot be read as ${type === '' ? 'its type' : quote(type)}: it is malformed, or neither an object nor a list.`;
    return new EndpointBodyError('BODY_UNREADABLE', 400, message);
  }

  static uploadTooLarge(field: string): EndpointBodyError {
    const message = `The file in the field ${quote(field)} exceeds the limit of the server.`;
    return new EndpointBodyError('UPLOAD_TOO_LARGE', 413, message);
  }
}
