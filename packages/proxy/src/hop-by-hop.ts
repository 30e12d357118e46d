import { headerVariable, hopByHopFields } from '@mortise/base';

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
  const isHopByHop = hopByHopFields(connectionOf(fields));
  const kept: string[] = [];
  for (let at = 0; at < fields.length; at += 2) {
    const given = fields[at] as string;
    if (isHopByHop(given) || isDropped(headerVariable(given))) continue;
    kept.push(given, fields[at + 1] as string);
  }
  return kept;
}

/** @returns the values of all `Connection` headers, joined */
function connectionOf(fields: readonly string[]): string {
  let joined = '';
  for (let at = 0; at < fields.length; at += 2) {
    if (fields[at]?.toLowerCase() === 'connection') joined += `,${fields[at + 1]}`;
  }
  return joined;
}
