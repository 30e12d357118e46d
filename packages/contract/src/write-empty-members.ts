import { isThenable } from '@mortise/base';
import { FormError } from '@mortise/form-encoding';
import { type AnySchema, isSchema, type Schema, type SchemaResult } from './schema.js';

type Path = readonly string[];
type Fields = Record<string, unknown>;

/** A part of the data as the form has it. */
interface Written {
  readonly value: unknown;

  /** Whether the form has a name for it. */
  readonly hasName: boolean;
}

/**
 * Replaces members that a form has no notation for, `null` and lists and objects without members, by an empty text where
 * a schema distinguishes them from absent ones. The schema is only called if there are such members.
 *
 * @returns the data itself if nothing is replaced
 * @throws {FormError} `FORM_UNWRITABLE` for a member that the schema would read as another value
 */
export function withEmptyMembers(data: object, schema: AnySchema | undefined): object {
  if (!isSchema(schema)) return data;
  const members = new EmptyMembers(data, schema);
  return members.write(data, []).value as object;
}

class EmptyMembers {
  readonly #given: object;
  #bare: unknown;
  readonly #validate: (value: unknown) => SchemaResult<unknown> | null;
  #whole: SchemaResult<unknown> | null | undefined;

  constructor(data: object, { '~standard': standard }: Schema) {
    this.#given = data;
    this.#validate = (value) => {
      const result = standard.validate(value);
      if (!isThenable(result)) return result;
      // An asynchronous schema is not asked: it can need the server.
      result.catch(() => undefined);
      return null;
    };
  }

  /** The data as an endpoint reads it, without inherited members: a schema would find `toString` in an empty map. */
  get #data(): unknown {
    return (this.#bare ??= bareCopy(this.#given));
  }

  write(value: unknown, path: Path): Written {
    if (value === null || value === undefined) return { value, hasName: false };
    if (typeof value !== 'object' || 'toJSON' in value) return { value, hasName: true };
    const isItem = Array.isArray(value);
    let hasName = false;
    let copy: Fields | null = null;
    for (const [name, member] of Object.entries(value)) {
      const written = this.#member(member, [...path, name], isItem);
      hasName ||= written.hasName;
      if (written.value !== member) (copy ??= copyOf(value))[name] = written.value;
    }
    return { value: copy ?? value, hasName };
  }

  /** @param isItem whether it is an item of a list: an empty one has no notation */
  #member(member: unknown, path: Path, isItem: boolean): Written {
    const written = this.write(member, path);
    if (written.hasName || member === undefined) return written;
    // Not an empty list: its items would be lost.
    if (Array.isArray(member) && member.length > 0) throw FormError.item(path.join('.'));
    if (isItem) return written;
    return this.#isSent(path, member) ? { value: '', hasName: true } : written;
  }

  /** Whether a member without a notation must be written as an empty text. */
  #isSent(path: Path, member: unknown): boolean {
    const without = this.#validate(replaced(this.#data, path, undefined));
    // A required list or map is empty if it is absent; `null` is not.
    if (without === null || (without.issues !== undefined && member !== null)) return false;
    this.#whole ??= this.#validate(this.#data);
    if (this.#whole === null || isEqual(this.#whole, without)) return false;
    if (without.issues !== undefined && this.#whole.issues !== undefined) return false;
    if (this.#whole.issues === undefined && this.#isClear(path, member)) return true;
    throw FormError.empty(path.join('.'));
  }

  /** Whether an empty text can only mean this member. */
  #isClear(path: Path, member: unknown): boolean {
    const others = ['', ...(member === null ? [] : [null]), ...(isMap(member) ? [[]] : [])];
    return others.every((other) => {
      const result = this.#validate(replaced(this.#data, path, other));
      return result !== null && result.issues !== undefined;
    });
  }
}

/** A copy of the data with another value at a place; without a member if it is `undefined`. */
function replaced(data: unknown, [name, ...rest]: Path, value: unknown): unknown {
  if (name === undefined) return value;
  const copy = copyOf(data as object);
  if (rest.length === 0 && value === undefined) Reflect.deleteProperty(copy, name);
  else copy[name] = replaced(copy[name], rest, value);
  return copy;
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

function isMap(member: unknown): boolean {
  return typeof member === 'object' && member !== null && !Array.isArray(member);
}

/** Whether a handler gets the same from both results. */
function isEqual(one: SchemaResult<unknown>, other: SchemaResult<unknown>): boolean {
  if (one.issues !== undefined || other.issues !== undefined) return false;
  try {
    return JSON.stringify(one.value) === JSON.stringify(other.value);
  } catch {
    return false;
  }
}
