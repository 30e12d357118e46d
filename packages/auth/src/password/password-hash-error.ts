import { brand, CodedError } from '@mortise/base';

/** Thrown for a stored hash that {@link verifyPassword} does not read. The message contains no part of it. */
export class PasswordHashError extends CodedError<'PASSWORD_HASH_INVALID'> {
  /** @param problem completes "invalid password hash: " */
  constructor(problem: string) {
    super('PASSWORD_HASH_INVALID', `invalid password hash: ${problem}`);
  }

  static {
    brand(this, '@mortise/auth/PasswordHashError');
  }
}
