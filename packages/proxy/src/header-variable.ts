/**
 * Returns a name of a header as targets that are called like CGI programs read it: they make variables of names, so that
 * `X-User`, `X_User` (RFC 3875 4.1.18) and `X.User` (PHP) are one header.
 *
 * @returns in lower case, with `-` for each character other than a letter or digit
 */
export function headerVariable(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '-');
}
