const MAX_LENGTH = 1_024; // characters

/** What {@link preparedPassword} requires, for error messages. */
export const PASSWORD = `a string of 1 to ${MAX_LENGTH} characters, without NUL and lone surrogates`;

/**
 * Returns a password in the form that is hashed: every space is U+0020, and the text is composed (NFC), because systems
 * send the same keys in different forms. `null` for an empty or longer password, for one with NUL, which HMAC does not
 * distinguish from its padding, for a text that UTF-8 cannot encode, and for anything that is not a string.
 *
 * @see RFC 8265 4.2.2
 */
export function preparedPassword(password: unknown): string | null {
  if (typeof password !== 'string' || password === '' || password.length > MAX_LENGTH) return null;
  return password.isWellFormed() && !password.includes('\0')
    ? password.replace(/\p{Zs}/gu, ' ').normalize('NFC')
    : null;
}
