import { splitList } from '@mortise/http-syntax';
import type { ServerResponse } from 'node:http';

/** Whether values of a header are added to those that it has, instead of replacing them. @param name in lower case */
export function isMerged(name: string): boolean {
  return name === 'set-cookie' || name === 'vary';
}

/**
 * Returns the values of a header of a Node response to which others are added: all cookies, the names in `Vary` once each,
 * of any other header only the others.
 *
 * @param name in lower case
 * @param before the values that it has
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
