import { ignoreRejection, isThenable } from '@mortise/base';
import { FormError } from '@mortise/form-encoding';
import { type AnySchema, isSchema, type Schema, type SchemaResult } from './schema.js';
import { validatorOf } from './validator.js';

type Path = readonly string[];
type Fields = Record<string, unknown>;

/** A part of the data as the form has it. */
interface Written {
  readonly value: unknown;

  /** Whether the form has a name for it. */
  readonly hasName: boolean;

  /** Whether a member in it is not decided yet. */
  readonly isOpen: boolean;
}

/** A member that a form has no notation for. */
interface EmptyMember {
  readonly path: Path;
  /** Its path as text. */
  readonly key: string;
  readonly value: unknown;
}

/** How many members of one depth are decided one by one: each takes up to four calls of the schema with all of the data. */
const MAX_DECIDED = 100;

/**
 * Replaces members that a form has no notation for, `null` and lists and objects without members, by an empty string where
 * a schema distinguishes them from absent ones. The schema is only called if there are such members.
 *
 * @returns the data itself if nothing is replaced
 * @throws {FormError} `FORM_UNWRITABLE` for a member that the schema would read as another value
 */
export function withEmptyMembers(data: object, schema: AnySchema | undefined): object {
  if (!isSchema(schema)) return data;
  return new EmptyMembers(data, schema).write();
}

class EmptyMembers {
  readonly #given: object;
  readonly #call: (value: unknown) => SchemaResult<unknown> | null;
  /** Whether members are written as an empty string, by their paths. */
  readonly #sent = new Map<string, boolean>();
  #open: EmptyMember[] = [];
  #whole: SchemaResult<unknown> | null | undefined;

  constructor(data: object, schema: Schema) {
    this.#given = data;
    this.#call = (value) => {
      const result = validatorOf(schema)(value);
      if (!isThenable(result)) return result;
      // An asynchronous schema is not asked: it can need the server.
      ignoreRejection(result);
      return null;
    };
  }

  /** An object of empty members is decided after them: each round decides those of one depth. */
  write(): object {
    for (;;) {
      const { value } = this.#written(this.#given, []);
      if (this.#open.length === 0) return value as object;
      const open = this.#open;
      this.#open = [];
      this.#decide(open);
    }
  }

  #written(value: unknown, path: Path): Written {
    if (value === null || value === undefined) return { value, hasName: false, isOpen: false };
    if (typeof value !== 'object' || 'toJSON' in value)
      return { value, hasName: true, isOpen: false };
    const isItem = Array.isArray(value);
    let [hasName, isOpen] = [false, false];
    let copy: Fields | null = null;
    for (const [name, member] of Object.entries(value)) {
      const written = this.#member(member, [...path, name], isItem);
      hasName ||= written.hasName;
      isOpen ||= written.isOpen;
      if (written.value !== member) (copy ??= copyOf(value))[name] = written.value;
    }
    return { value: copy ?? value, hasName, isOpen };
  }

  /** @param isItem whether it is an item of a list: an empty one has no notation */
  #member(member: unknown, path: Path, isItem: boolean): Written {
    const written = this.#written(member, path);
    if (written.hasName || written.isOpen || member === undefined) return written;
    // Not an empty list: its items would be lost.
    if (Array.isArray(member) && member.length > 0) throw FormError.item(path.join('.'));
    if (isItem) return written;
    const key = JSON.stringify(path);
    const isSent = this.#sent.get(key);
    if (isSent === undefined) this.#open.push({ path, key, value: member });
    if (isSent === true) return { value: '', hasName: true, isOpen: false };
    return { ...written, isOpen: isSent === undefined };
  }

  #decide(members: readonly EmptyMember[]): void {
    const without = this.#validated(members, undefined);
    // Usually the schema reads the same without all of them.
    const isRead = without !== null && this.#result !== null && !isEqual(this.#result, without);
    if (isRead && members.length > MAX_DECIDED) throw FormError.manyEmpty(MAX_DECIDED);
    for (const member of members) this.#sent.set(member.key, isRead && this.#isSent(member));
  }

  /** The result for the data itself. */
  get #result(): SchemaResult<unknown> | null {
    return (this.#whole ??= this.#validated([], undefined));
  }

  /** Calls the schema with other values for some members; without them if the value is `undefined`. */
  #validated(members: readonly EmptyMember[], value: unknown): SchemaResult<unknown> | null {
    // The data as an endpoint reads it, without inherited members: a schema would find `toString` in an empty map.
    const data = bareCopy(this.#given);
    for (const { path } of members) replace(data as Fields, path, value);
    return this.#call(data);
  }

  /** Whether a member without a notation must be written as an empty string. */
  #isSent(member: EmptyMember): boolean {
    const { path, value } = member;
    const without = this.#validated([member], undefined);
    // A required list or map is empty if it is absent; `null` is not.
    if (without === null || (without.issues !== undefined && value !== null)) return false;
    const whole = this.#result;
    if (whole === null || isEqual(whole, without)) return false;
    if (without.issues !== undefined && whole.issues !== undefined) return false;
    if (whole.issues === undefined && this.#isClear(member)) return true;
    throw FormError.empty(path.join('.'));
  }

  /** Whether an empty string can only mean this member. */
  #isClear(member: EmptyMember): boolean {
    const { value } = member;
    const others = ['', ...(value === null ? [] : [null]), ...(isMap(value) ? [[]] : [])];
    return others.every((other) => {
      const result = this.#validated([member], other);
      return result !== null && result.issues !== undefined;
    });
  }
}

/** Replaces the value at a path; removes it if the value is `undefined`. */
function replace(data: Fields, path: Path, value: unknown): void {
  const name = path.at(-1) as string;
  let parent = data;
  for (const each of path.slice(0, -1)) parent = parent[each] as Fields;
  if (value === undefined) Reflect.deleteProperty(parent, name);
  else parent[name] = value;
}

function bareCopy(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || 'toJSON' in value) return value;
  const copy = copyOf(value);
  for (const [name, member] of Object.entries(copy)) copy[name] = bareCopy(member);
  return copy;
}

function copyOf(data: object): Fields {
  if (Array.isArray(data)) return data.slice() as object as Fields;
  return Object.assign(Object.create(null) as Fields, data);
}

/** Whether a value is an object, and not a list. */
function isMap(member: unknown): boolean {
  return typeof member === 'object' && member !== null && !Array.isArray(member);
}

/** Whether a handler gets the same from both results. */
function isEqual(one: SchemaResult<unknown>, other: SchemaResult<unknown>): boolean {
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
