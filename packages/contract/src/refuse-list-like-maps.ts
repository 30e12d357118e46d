import { FormError } from '@mortise/form-encoding';
import { isEqual, issueKeys, keyOf, type Path, type TriedData } from './tried-data.js';

/**
 * Throws for a map that a form would write like a list, such as `{ 0: 'a', 1: 'b' }`, if the schema also accepts a
 * list: the server would read a list. The schema is called only if there are such maps.
 *
 * @throws {FormError} `FORM_UNWRITABLE`
 */
export function refuseListLikeMaps(data: object, tried: TriedData): void {
  const lists = new Map(listLikeMaps(data, []));
  if (lists.size === 0) return;
  const { result } = tried;
  // The server rejects invalid data anyway.
  if (result === null || result.issues !== undefined) return;
  const asLists = tried.with(lists);
  if (asLists === null) return;
  const refused = issueKeys(asLists);
  for (const [path, list] of lists) {
    if (refused.has(keyOf(path))) continue;
    const alone = tried.with(new Map([[path, list]]));
    if (alone !== null && alone.issues === undefined && !isEqual(result, alone))
      throw FormError.likeList(path.join('.'));
  }
}

/** Yields the path and list of each such map, inner maps first: their lists are put into the maps around them. */
function* listLikeMaps(value: unknown, path: Path): Generator<readonly [Path, readonly unknown[]]> {
  if (typeof value !== 'object' || value === null || 'toJSON' in value) return;
  const members: (readonly [string, unknown])[] = Object.entries(value);
  for (const [name, member] of members) yield* listLikeMaps(member, [...path, name]);
  const isListLike = members.length > 0 && members.every(([name], at) => name === String(at));
  if (isListLike && !Array.isArray(value) && path.length > 0)
    yield [path, members.map(([, member]) => member)];
}
