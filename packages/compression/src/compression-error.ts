import { brand, CodedError, HTTP_ERROR } from '@mortise/base';

/** Thrown for a request body that is too large after decoding: 413. It implements `HttpErrorInterface`. */
export class DecodingError extends CodedError<'DECODED_TOO_LARGE'> {
  readonly status = 413;

  /** @param ratio the maximum ratio of the decoded size to the compressed size */
  constructor(ratio: number) {
    super(
      'DECODED_TOO_LARGE',
      `the decoded request body exceeds the limit of ${ratio} times its compressed size: send it uncompressed`,
    );
  }

  static {
    brand(this, '@mortise/compression/DecodingError');
  }

  get [HTTP_ERROR](): true {
    return true;
  }
}
