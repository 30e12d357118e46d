/** Names of the headers that only concern the next recipient, in lower case (RFC 9110 7.6.1, RFC 9112 C.2.2). */
export const CONNECTION_FIELDS: readonly string[] = [
  ...['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'transfer-encoding'],
  'upgrade',
];

/**
 * Accepts any character but letters and digits for `-`, like {@link headerVariable}. `Proxy-Status` (RFC 9209) is for
 * all recipients.
 */
const HOP_BY_HOP = new RegExp(
  `^(?:${CONNECTION_FIELDS.join('|')}|expect|http2-settings|proxy(?!-status$)(?:-.*)?)$`.replaceAll(
    '-',
    '[^a-z0-9]',
  ),
  'i',
);

/**
 * Returns a header name as CGI-style servers read it: they turn names into variables, so `X-User`, `X_User` (RFC 3875
 * 4.1.18) and `X.User` (PHP) are the same header.
 *
 * @returns the name in lower case, with `-` for each character other than a letter or digit
 */
export function headerVariable(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9-]/g, '-');
}

/**
 * Whether a header only concerns the next recipient, regardless of `Connection`: connection headers, `Expect`,
 * `HTTP2-Settings`, and `Proxy-*` except `Proxy-Status`; also `Proxy`, which a CGI-style server would use as the proxy
 * for its own requests (CVE-2016-5385).
 *
 * @param name case-insensitive, with any character but letters and digits for `-`, as for {@link headerVariable}
 * @see RFC 9110 7.6.1, 10.1.1, 11.7, RFC 7540 3.2.1
 */
export function isHopByHop(name: string): boolean {
  return HOP_BY_HOP.test(name);
}

/**
 * Returns the names of the headers that belong to one connection, including those that `Connection` lists, in the form
 * of {@link headerVariable}.
 *
 * @param connection value of the `Connection` header; `''` if absent
 */
export function connectionFields(connection: string): Set<string> {
  return new Set([...CONNECTION_FIELDS, ...namedFields(connection)]);
}

function namedFields(connection: string): string[] {
  return connection.split(',').map((name) => headerVariable(name.trim()));
}

/**
 * Returns whether a header only concerns the next recipient of a message: {@link isHopByHop}, and those that `Connection`
 * lists.
 *
 * @param connection value of the `Connection` header; `''` if absent
 */
export function hopByHopFields(connection: string): (name: string) => boolean {
  if (USUAL_CONNECTION.test(connection)) return isHopByHop;
  const named = new Set(namedFields(connection));
  return (name) => isHopByHop(name) || named.has(headerVariable(name));
}

/** What almost all messages have: it lists no header that {@link isHopByHop} does not know. */
const USUAL_CONNECTION = /^,?(?:close|keep-alive)?$/i;

/** Headers that frame a message or concern its connection: an adapter sends its own. `Connection` can name more. */
const FRAMING = new Set([...CONNECTION_FIELDS, 'content-length']);

/** One bit for the length of each of their names. */
const LENGTHS = [...FRAMING].reduce((bits, { length }) => bits | (1 << length), 0);

/**
 * Returns whether a header can be one that {@link sentFields} removes, by the length of its name alone: most headers need no
 * further look.
 */
export function mayFrame({ length }: string): boolean {
  return length < 32 && ((LENGTHS >>> length) & 1) === 1;
}

/**
 * Returns the headers of a message that the next recipient gets from an adapter. Those that frame the message or concern
 * only the connection are removed, and so are those that `Connection` lists: the client, or HTTP/2, would get them without
 * that name. `Upgrade` stays, as an adapter lists it there.
 *
 * @param raw alternating names and values; not changed
 * @returns a new list, in the same order
 * @see RFC 9110 7.6.1, RFC 9113 8.2.2
 */
export function sentFields(raw: readonly string[]): string[] {
  const sent: string[] = [];
  let connection = '';
  for (let at = 0; at < raw.length; at += 2) {
    const name = raw[at] as string;
    const value = raw[at + 1] as string;
    const lower = mayFrame(name) ? name.toLowerCase() : '';
    if (!FRAMING.has(lower) || lower === 'upgrade') sent.push(name, value);
    else if (lower === 'connection' && !/^(?:close|keep-alive)$/i.test(value)) {
      connection += `,${value}`;
    }
  }
  if (connection === '') return sent;
  const named = connectionFields(connection);
  named.delete('upgrade');
  return sent.filter((_, at) => !named.has(headerVariable(sent[at - (at % 2)] as string)));
}
