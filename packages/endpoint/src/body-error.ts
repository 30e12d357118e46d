import { HTTP_ERROR } from '@mortise/base';
import type { HttpErrorInterface } from '@mortise/http-message';

/** Why a body cannot be read: stable, for programs. */
export type EndpointBodyErrorCode = 'BODY_MEDIA_TYPE' | 'BODY_UNREADABLE' | 'UPLOAD_TOO_LARGE';

const BRAND = Symbol.for('@mortise/endpoint/EndpointBodyError');

/** A body that an endpoint cannot read; the client's mistake. */
export class EndpointBodyError extends Error implements HttpErrorInterface {
  override readonly name = 'EndpointBodyError';
  readonly code: EndpointBodyErrorCode;
  readonly status: 400 | 413 | 415;
  readonly headers: Readonly<Record<string, string>>;
  readonly [BRAND] = true;

  private constructor(
    code: EndpointBodyErrorCode,
    status: 400 | 413 | 415,
    message: string,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
    this.code = code;
    this.status = status;
    this.headers = headers;
  }

  /** True for an error of any copy of this package, also its CommonJS one. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === 'object' && value !== null && BRAND in value;
  }

  get [HTTP_ERROR](): true {
    return true;
  }

  /** @param accepted become the header `Accept` (RFC 9110 15.5.16) */
  static mediaType(received: string, accepted: readonly string[]): EndpointBodyError {
    const what = received === '' ? 'no Content-Type' : `Content-Type ${quoted(received)}`;
    const message = `unsupported media type of the request body: received ${what}; expected ${accepted.join(' or ')}`;
    return new EndpointBodyError('BODY_MEDIA_TYPE', 415, message, { Accept: accepted.join(', ') });
  }

  static unreadable(type: string): EndpointBodyError {
    const message = `the request body cannot be read as ${type === '' ? 'its type' : quoted(type)}: expected an object or a list`;
    return new EndpointBodyError('BODY_UNREADABLE', 400, message);
  }

  static uploadTooLarge(field: string): EndpointBodyError {
    const message = `the file in the field ${quoted(field)} exceeds the limit of the server`;
    return new EndpointBodyError('UPLOAD_TOO_LARGE', 413, message);
  }
}

function quoted(value: string): string {
  return JSON.stringify(value.length > 80 ? `${value.slice(0, 79)}…` : value);
}
