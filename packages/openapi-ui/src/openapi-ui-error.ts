import { brand, CodedError, HTTP_ERROR } from '@mortise/base';
import { OptionError } from '@mortise/base/options';
import type { HttpErrorInterface } from '@mortise/http-message';

/** An option that is refused when the pages are made. */
export class OpenApiUiOptionError extends OptionError {
  static {
    brand(this, '@mortise/openapi-ui/OpenApiUiOptionError');
  }
}

/** A file that the pages do not have. */
export class OpenApiUiError extends CodedError<'FILE_UNKNOWN'> implements HttpErrorInterface {
  readonly status = 404;

  constructor() {
    super('FILE_UNKNOWN', 'this page has no such file');
  }

  static {
    brand(this, '@mortise/openapi-ui/OpenApiUiError');
  }

  get [HTTP_ERROR](): true {
    return true;
  }
}
