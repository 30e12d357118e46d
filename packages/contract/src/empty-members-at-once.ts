import type { SchemaResult } from './schema.js';

/** A member that a form has no notation for. */
export interface EmptyMember {
  readonly path: readonly string[];
  /** Its path as text. */
  readonly key: string;
  readonly value: unknown;
}

/** What is decided about members: whether each is written as an empty text. */
export type Decide = (member: EmptyMember, isSent: boolean) => void;

/** Calls the schema with the data, after the members were replaced by a value, or removed by `undefined`. */
export type Validate = (
  members: readonly EmptyMember[],
  value: unknown,
) => SchemaResult<unknown> | null;

/**
 * Decides about many members with a few calls of the schema: each call costs as much as the data is long. It uses the paths
 * of the issues, and those of the result.
 *
 * @param members none contains another
 * @param whole the result for the data itself
 * @returns those that have to be decided one by one, because a result has no paths, or other ones than the data
 */
export function decideAtOnce(
  members: readonly EmptyMember[],
  whole: SchemaResult<unknown> | null,
  validate: Validate,
  decide: Decide,
): readonly EmptyMember[] {
  const without = validate(members, undefined);
  if (without === null || whole === null || isEqual(whole, without)) {
    omit(members, decide);
    return [];
  }
  if (whole.issues !== undefined) {
    const only = onlyInvalid(members, whole);
    omit(
      members.filter((member) => member !== only),
      decide,
    );
    return only === null ? [] : [only];
  }
  const [required, optional] = split(members, refusedIn(without));
  return decideValid(required, optional, whole.value, validate, decide);
}

function omit(members: readonly EmptyMember[], decide: Decide): void {
  for (const member of members) decide(member, false);
}

/** The same for data that are valid. @param required those that cannot be absent @param value the result for the data */
function decideValid(
  required: readonly EmptyMember[],
  optional: readonly EmptyMember[],
  value: unknown,
  validate: Validate,
  decide: Decide,
): readonly EmptyMember[] {
  const whole: SchemaResult<unknown> = { value };
  const [nulls, empty] = split(required, (member) => member.value === null);
  // A required list or map is empty if it is absent; `null` is not.
  omit(empty, decide);
  const absent = validate(optional, undefined);
  if (absent === null || absent.issues !== undefined) return [...nulls, ...optional];
  const [same, others] = isEqual(whole, absent)
    ? [optional, []]
    : split(optional, ({ path }) => textAt(value, path) === textAt(absent.value, path));
  const rest = validate(same, undefined);
  const isSame = rest !== null && isEqual(whole, rest);
  if (isSame) omit(same, decide);
  const [clear, unclear] = split([...nulls, ...others], onlyMeant([...nulls, ...others], validate));
  for (const member of clear) decide(member, true);
  return isSame ? unclear : [...same, ...unclear];
}

/**
 * The member without which the data can be valid. The removal of another leaves it, or others, and the schema refuses the data
 * either way.
 */
function onlyInvalid(
  members: readonly EmptyMember[],
  whole: SchemaResult<unknown>,
): EmptyMember | null {
  const [[only, ...others]] = split(members, refusedIn(whole));
  return others.length > 0 ? null : (only ?? null);
}

/** Whether an empty text can only mean a member: the schema refuses it, and what else it can be read as. */
function onlyMeant(
  members: readonly EmptyMember[],
  validate: Validate,
): (member: EmptyMember) => boolean {
  const refuses = (value: unknown, some = members): ((member: EmptyMember) => boolean) => {
    if (some.length === 0) return () => true;
    const isRefused = refusedIn(validate(some, value));
    const asked = new Set(some);
    return (member) => !asked.has(member) || isRefused(member);
  };
  const tests = [
    refuses(''),
    refuses(
      null,
      members.filter(({ value }) => value !== null),
    ),
    refuses(
      [],
      members.filter(({ value }) => isMap(value)),
    ),
  ];
  return (member) => tests.every((test) => test(member));
}

/** Whether an issue is at a member, or inside of it. */
function refusedIn(result: SchemaResult<unknown> | null): (member: EmptyMember) => boolean {
  const keys = new Set<string>();
  for (const { path = [] } of result?.issues ?? []) {
    const names = path.map((part) => String(typeof part === 'object' ? part.key : part));
    for (let length = 1; length <= names.length; length++)
      keys.add(JSON.stringify(names.slice(0, length)));
  }
  return ({ key }) => keys.has(key);
}

function split<T>(items: readonly T[], isFirst: (item: T) => boolean): [T[], T[]] {
  const both: [T[], T[]] = [[], []];
  for (const item of items) both[isFirst(item) ? 0 : 1].push(item);
  return both;
}

/** The JSON of a part of a result; `undefined` if it has none. */
function textAt(value: unknown, path: readonly string[]): string | undefined {
  let part = value;
  for (const name of path)
    part = Object.hasOwn(Object(part) as object, name)
      ? (part as Record<string, unknown>)[name]
      : undefined;
  try {
    return json(part);
  } catch {
    return undefined;
  }
}

/** Whether a value is an object, and not a list. */
export function isMap(member: unknown): boolean {
  return typeof member === 'object' && member !== null && !Array.isArray(member);
}

/** Whether a handler gets the same from both results. */
export function isEqual(one: SchemaResult<unknown>, other: SchemaResult<unknown>): boolean {
  if (one.issues !== undefined || other.issues !== undefined) return false;
  try {
    return json(one.value) === json(other.value);
  } catch {
    return false;
  }
}

function json(value: unknown): string | undefined {
  return JSON.stringify(value, (_name, part: unknown) =>
    typeof part === 'bigint' ? `${part}n` : part,
  );
}
