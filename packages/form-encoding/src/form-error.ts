import { HTTP_ERROR } from '@mortise/base';

/** Why a form was refused, or could not be built. */
export type FormErrorCode = 'FORM_TOO_MANY_PARAMETERS' | 'FORM_TOO_DEEP' | 'FORM_CYCLE';

const BRAND = Symbol.for('@mortise/form-encoding/FormError');

/** A form over its limits, or data that no form can hold. `code` is stable; `message` is human-readable. */
export class FormError extends Error {
  override readonly name = 'FormError';
  readonly code: FormErrorCode;
  /** What HTTP answers: 413 and 400 for what a client sent, 500 for a tree that contains itself. */
  readonly status: 400 | 413 | 500;
  readonly [BRAND] = true;

  private constructor(code: FormErrorCode, status: 400 | 413 | 500, message: string) {
    super(message);
    this.code = code;
    this.status = status;
  }

  /** True for an error of any copy of this package, also its CommonJS one. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === 'object' && value !== null && BRAND in value;
  }

  get [HTTP_ERROR](): true {
    return true;
  }

  static tooManyParameters(limit: number): FormError {
    return new FormError('FORM_TOO_MANY_PARAMETERS', 413, `form has more than ${limit} parameters`);
  }

  static tooDeep(name: string, limit: number): FormError {
    const message = `name ${shown(name)} is nested deeper than ${limit} levels`;
    return new FormError('FORM_TOO_DEEP', 400, message);
  }

  static cycle(name: string): FormError {
    return new FormError('FORM_CYCLE', 500, `${shown(name)} contains itself`);
  }
}

function shown(name: string): string {
  return JSON.stringify(name.length > 80 ? `${name.slice(0, 79)}…` : name);
}
