import { CONNECTION_FIELDS, PROXY_FIELDS } from '@mortise/base';
import { headerVariable } from './header-variable.js';

/**
 * Headers that are meant for one connection, whatever `Connection` says (RFC 9110 11.7.2, RFC 7540 3.2.1), and `Proxy`: a
 * target that is called like a CGI program would send its own requests through that proxy (CVE-2016-5385).
 */
const HOP_BY_HOP: ReadonlySet<string> = new Set([
  ...CONNECTION_FIELDS,
  ...PROXY_FIELDS,
  ...['http2-settings', 'proxy', 'proxy-authorization'],
]);

/**
 * Returns the headers of a message that a proxy passes on: all except those for one connection, and those that `Connection`
 * names. Names are compared as {@link headerVariable} returns them.
 *
 * @param fields alternating names and values; not changed
 * @param isDropped other headers that are not passed on; its argument is a name as {@link headerVariable} returns it
 * @returns a new list, in the same order
 * @see RFC 9110 7.6.1
 */
export function endToEndFields(
  fields: readonly string[],
  isDropped: (name: string) => boolean = () => false,
): string[] {
  const named = connectionOptions(fields);
  const kept: string[] = [];
  for (let at = 0; at < fields.length; at += 2) {
    const given = fields[at] as string;
    const name = headerVariable(given);
    if (HOP_BY_HOP.has(name) || named?.has(name) === true || isDropped(name)) continue;
    kept.push(given, fields[at + 1] as string);
  }
  return kept;
}

/** @returns as {@link headerVariable} returns them; `null` if there is no `Connection` */
function connectionOptions(fields: readonly string[]): ReadonlySet<string> | null {
  let named: Set<string> | null = null;
  for (let at = 0; at < fields.length; at += 2) {
    const name = fields[at] as string;
    if (name.length !== 10 || name.toLowerCase() !== 'connection') continue;
    named ??= new Set();
    for (const option of (fields[at + 1] as string).split(',')) {
      named.add(headerVariable(option.trim()));
    }
  }
  return named;
}
