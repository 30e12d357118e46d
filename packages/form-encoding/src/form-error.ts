import { brand, CodedError, HTTP_ERROR, quote } from '@mortise/base';

/** Why a form was refused, or could not be built. */
export type FormErrorCode = 'FORM_TOO_MANY_PARAMETERS' | 'FORM_TOO_DEEP' | 'FORM_CYCLE';

/** A form that exceeds its limits, or data that a form cannot express. `code` is stable; `message` is human-readable. */
export class FormError extends CodedError<FormErrorCode> {
  /** The status of the response: 413 or 400 for input of a client, 500 for data that contains itself. */
  readonly status: 400 | 413 | 500;

  private constructor(code: FormErrorCode, status: 400 | 413 | 500, message: string) {
    super(code, message);
    this.status = status;
  }

  static {
    brand(this, '@mortise/form-encoding/FormError');
  }

  get [HTTP_ERROR](): true {
    return true;
  }

  static tooManyParameters(limit: number): FormError {
    return new FormError(
      'FORM_TOO_MANY_PARAMETERS',
      413,
      `the form exceeds the limit of ${limit} parameters`,
    );
  }

  static tooDeep(name: string, limit: number): FormError {
    const message = `the name ${quote(name)} exceeds the limit of ${limit} levels`;
    return new FormError('FORM_TOO_DEEP', 400, message);
  }

  static cycle(name: string): FormError {
    return new FormError('FORM_CYCLE', 500, `${quote(name)} contains itself`);
  }
}
