import { brand, CodedError, HTTP_ERROR, quote } from '@mortise/base';

/** Why a form was refused, or could not be built. */
export type FormErrorCode = 'FORM_TOO_MANY_PARAMETERS' | 'FORM_TOO_DEEP' | 'FORM_CYCLE';

/** A form over its limits, or data that no form can hold. `code` is stable; `message` is human-readable. */
export class FormError extends CodedError<FormErrorCode> {
  /** What HTTP answers: 413 and 400 for what a client sent, 500 for a tree that contains itself. */
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
    return new FormError('FORM_TOO_MANY_PARAMETERS', 413, `form has more than ${limit} parameters`);
  }

  static tooDeep(name: string, limit: number): FormError {
    const message = `name ${quote(name)} is nested deeper than ${limit} levels`;
    return new FormError('FORM_TOO_DEEP', 400, message);
  }

  static cycle(name: string): FormError {
    return new FormError('FORM_CYCLE', 500, `${quote(name)} contains itself`);
  }
}
