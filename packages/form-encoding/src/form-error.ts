import { brand, CodedError, HTTP_ERROR, quote } from '@mortise/base';

/** Why a form was rejected or could not be built. */
export type FormErrorCode =
  | 'FORM_TOO_MANY_PARAMETERS'
  | 'FORM_TOO_DEEP'
  | 'FORM_CYCLE'
  | 'FORM_UNWRITABLE';

/**
 * A form that exceeds its limits, or data that a form cannot express. `code` is stable; `message` is human-readable.
 */
export class FormError extends CodedError<FormErrorCode> {
  /** The status of the response: 413 or 400 for client input, 500 for data that cannot be written. */
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
      `The form exceeds the limit of ${limit} parameters.`,
    );
  }

  static tooDeep(name: string, limit: number): FormError {
    const message = `The name ${quote(name)} exceeds the limit of ${limit} levels.`;
    return new FormError('FORM_TOO_DEEP', 400, message);
  }

  static cycle(name: string): FormError {
    return new FormError('FORM_CYCLE', 500, `${quote(name)} contains itself`);
  }

  /** @param name encoded, as in the form */
  static item(name: string): FormError {
    const problem = 'a form cannot represent an empty or absent list item';
    const message = `${quote(name)}: ${problem}; omit the item, or send the data as JSON`;
    return new FormError('FORM_UNWRITABLE', 500, message);
  }

  /** @param name of a member that is `null`, or an empty list or map */
  static empty(name: string): FormError {
    const problem =
      'a form cannot represent this empty value, and without it the schema reads a different value';
    const message = `${quote(name)}: ${problem}; omit it, or send the data as JSON`;
    return new FormError('FORM_UNWRITABLE', 500, message);
  }

  /** @param name of a map whose keys look like those of a list */
  static likeList(name: string): FormError {
    const problem =
      'in a form, this looks like a list, which the schema also accepts, so the server would read a list';
    const message = `${quote(name)}: ${problem}; send the list, or send the data as JSON`;
    return new FormError('FORM_UNWRITABLE', 500, message);
  }

  static manyEmpty(limit: number): FormError {
    const problem = `the data has more than ${limit} empty members (null, [] or {}) that the schema distinguishes from absent ones`;
    return new FormError('FORM_UNWRITABLE', 500, `${problem}; omit them, or send the data as JSON`);
  }

  /** @param name encoded, as in the form */
  static text(name: string): FormError {
    const message = `${quote(name)}: a form cannot contain an unpaired surrogate; pass well-formed text, or send the data as JSON`;
    return new FormError('FORM_UNWRITABLE', 500, message);
  }

  /** @param name encoded, as in the form */
  static misread(name: string): FormError {
    const message = `${quote(name)}: a form cannot contain this name; rename it, or send the data as JSON`;
    return new FormError('FORM_UNWRITABLE', 500, message);
  }
}
