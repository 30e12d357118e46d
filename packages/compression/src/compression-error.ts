import { brand, CodedError, HTTP_ERROR } from '@mortise/base';

/** Why a request body was not decoded: stable, for programs. */
export type DecodingCode = 'DECODED_TOO_LARGE' | 'DECODING_UNSUPPORTED';

/** A request body that is not decoded. It is an `HttpErrorInterface`. */
export class DecodingError extends CodedError<DecodingCode> {
  readonly status: 413 | 415;
  readonly headers: Readonly<Record<string, string>>;

  private constructor(
    code: DecodingCode,
    status: 413 | 415,
    message: string,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(code, message);
    this.status = status;
    this.headers = headers;
  }

  static {
    brand(this, '@mortise/compression/DecodingError');
  }

  get [HTTP_ERROR](): true {
    return true;
  }

  static tooLarge(ratio: number): DecodingError {
    const message = `the decoded request body exceeds the limit of ${ratio} times its sent size: send it uncompressed`;
    return new DecodingError('DECODED_TOO_LARGE', 413, message);
  }

  static unsupported(coding: string): DecodingError {
    const message = `unsupported content coding "${coding}" of the request body: send it uncompressed`;
    // RFC 9110 15.5.16; which other codings the application decodes is not known here.
    const headers = { 'Accept-Encoding': 'identity' };
    return new DecodingError('DECODING_UNSUPPORTED', 415, message, headers);
  }
}
