import { brand, CodedError, HTTP_ERROR } from '@mortise/base';
import type { HttpErrorInterface } from '@mortise/http-message';

/** The page has no file with the requested name: 404. */
export class OpenApiUiError extends CodedError<'FILE_UNKNOWN'> implements HttpErrorInterface {
  readonly status = 404;

  constructor() {
    super('FILE_UNKNOWN', 'This page has no such file.');
  }

  static {
    brand(this, '@mortise/openapi-ui/OpenApiUiError');
  }

  get [HTTP_ERROR](): true {
    return true;
  }
}
