import { headerVariable, isHopByHop } from '@mortise/base';

/**
 * Returns the message headers that a proxy passes on: all except those for one connection, and those that `Connection`
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
    if (isHopByHop(given) || named?.has(name) === true || isDropped(name)) continue;
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
