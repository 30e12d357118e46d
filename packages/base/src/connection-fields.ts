/** Headers that end at the next recipient, in lower case: RFC 9110 7.6.1, RFC 9112 C.2.2. */
export const CONNECTION_FIELDS: readonly string[] = [
  ...['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'transfer-encoding'],
  'upgrade',
];

/** With any character for `-`, as in {@link headerVariable}. `Proxy-Status` of RFC 9209 is for all recipients. */
const HOP_BY_HOP = new RegExp(
  `^(?:${CONNECTION_FIELDS.join('|')}|expect|http2-settings|proxy(?!-status$)(?:-.*)?)$`.replaceAll(
    '-',
    '[^a-z0-9]',
  ),
  'i',
);

/**
 * Returns a name of a header as targets that are called like CGI programs read it: they make variables of names, so that
 * `X-User`, `X_User` (RFC 3875 4.1.18) and `X.User` (PHP) are one header.
 *
 * @returns in lower case, with `-` for each character other than a letter or digit
 */
export function headerVariable(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9-]/g, '-');
}

/**
 * Whether a header is for the next recipient alone, whatever `Connection` says: those of the connection, `Expect`,
 * `HTTP2-Settings`, and `Proxy-*` except `Proxy-Status`; also `Proxy`, by which a target that is called like a CGI program
 * would send its own requests (CVE-2016-5385).
 *
 * @param name in any case, and with any character for `-`, as in {@link headerVariable}
 * @see RFC 9110 7.6.1, 10.1.1, 11.7, RFC 7540 3.2.1
 */
export function isHopByHop(name: string): boolean {
  return HOP_BY_HOP.test(name);
}

/**
 * Returns the names, as {@link headerVariable} returns them, of the headers that belong to one connection: with those that
 * `Connection` names.
 *
 * @param connection value of that header; `''` for none
 */
export function connectionFields(connection: string): Set<string> {
  const named = connection.split(',');
  return new Set([...CONNECTION_FIELDS, ...named.map((name) => headerVariable(name.trim()))]);
}
