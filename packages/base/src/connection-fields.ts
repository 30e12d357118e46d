/** Headers that end at the next recipient, in lower case: RFC 9110 7.6.1, RFC 9112 C.2.2. */
export const CONNECTION_FIELDS: readonly string[] = [
  ...['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'transfer-encoding'],
  'upgrade',
];

/** Headers of a response by which a proxy authenticates the client that is connected to it, in lower case: RFC 9110 11.7. */
export const PROXY_FIELDS: readonly string[] = ['proxy-authenticate', 'proxy-authentication-info'];

/**
 * Returns the names, in lower case, of the headers that belong to one connection: with those that `Connection` names.
 *
 * @param connection value of that header; `''` for none
 */
export function connectionFields(connection: string): Set<string> {
  const named = connection.toLowerCase().split(',');
  return new Set([...CONNECTION_FIELDS, ...named.map((name) => name.trim())]);
}
