/**
 * Groups the values of headers or trailers.
 *
 * @param list alternating names and values
 * @returns the values of each lower-case name, in order
 */
export function valuesByName(list: readonly string[]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (let at = 0; at < list.length; at += 2) {
    const name = (list[at] as string).toLowerCase();
    const values = groups.get(name);
    if (values === undefined) groups.set(name, [list[at + 1] as string]);
    else values.push(list[at + 1] as string);
  }
  return groups;
}
