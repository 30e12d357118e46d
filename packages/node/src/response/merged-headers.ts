import { splitList } from '@mortise/http-syntax';
import type { ServerResponse } from 'node:http';

/**
 * Whether new values of a header are added to the existing ones instead of replacing them. @param name in lower case
 */
export function isMerged(name: string): boolean {
  return name === 'set-cookie' || name === 'vary';
}

/**
 * Merges new values of a header into the existing ones of a Node response: keeps all cookies, and the names in `Vary`
 * once each; for any other header, returns only the new values.
 *
 * @param name in lower case
 * @param before the existing values
 */
export function merged(
  name: string,
  before: readonly string[],
  values: readonly string[],
): string | string[] {
  if (name === 'set-cookie') return [...before, ...values];
  if (name === 'vary') return union([...before, ...values]);
  return values.length === 1 ? (values[0] as string) : [...values];
}

/** The values of a header of a Node response as text; empty if absent. */
export function valuesIn(outgoing: ServerResponse, name: string): string[] {
  const value = outgoing.getHeader(name);
  return value === undefined ? [] : [value].flat().map(String);
}

function union(lists: readonly string[]): string {
  const names = new Map(
    lists.flatMap((list) => splitList(list)).map((name) => [name.toLowerCase(), name]),
  );
  return [...names.values()].join(', ');
}
