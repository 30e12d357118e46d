import { fieldsOf } from './header-fields.js';
import { GrowingFields } from './growing-fields.js';
import { headerIndex, isHeaderName } from './header-name.js';

/**
 * Lists with only a `Content-Type`, keyed by its value: most responses start with one of a few constants. Only the
 * first values are kept, in case an application generates them.
 */
const CONTENT_TYPES = new Map<string, HeaderList>();
const MOST_CONTENT_TYPES = 32;

/**
 * The headers of a message, in order. It is immutable, so messages can share it.
 *
 * Lists derived from each other share one array, each with its own length: a header added to the longest list is
 * appended, after the end of the shorter ones. Adding to a shorter list copies the array, as replacing and removing do.
 */
export class HeaderList {
  /** Alternating names and values; those after `#length` belong to longer lists. */
  readonly #parts: readonly string[];
  readonly #length: number;
  /**
   * Appends to the array; `null` if the array must not change, because other code has it or many lists start with it.
   */
  readonly #growing: GrowingFields | null;

  private constructor(parts: readonly string[], length: number, growing: GrowingFields | null) {
    this.#parts = parts;
    this.#length = length;
    this.#growing = growing;
  }

  /** @param raw valid, alternating names and values; kept by reference and never changed here */
  static of(raw: readonly string[]): HeaderList {
    return new HeaderList(raw, raw.length, null);
  }

  /** Sets each header of `others` like {@link with}; `others` must not contain a name twice. */
  static merged(list: HeaderList, others: HeaderList): HeaderList {
    if (list.#length === 0) return others;
    const parts = others.#parts;
    let merged = list;
    for (let at = 0; at < others.#length; at += 2) {
      merged = merged.#replaced([parts[at] as string, parts[at + 1] as string]);
    }
    return merged;
  }

  /** @param parts a new array */
  static #owning(parts: string[]): HeaderList {
    return new HeaderList(parts, parts.length, new GrowingFields(parts));
  }

  /** Returns alternating names and values, as a new array. */
  raw(): string[] {
    // A copy costs 10 to 27 ns.
    return this.#parts.slice(0, this.#length);
  }

  has(name: string): boolean {
    return this.#first(name) !== -1;
  }

  /** Returns the values of one header in order, as a new array. */
  values(name: string): string[] {
    const parts = this.#parts;
    const values: string[] = [];
    for (let at = this.#first(name); at !== -1; at = this.#next(name, at)) {
      values.push(parts[at + 1] as string);
    }
    return values;
  }

  /** Returns the values joined by `separator`; `''` if there are none. */
  line(name: string, separator: string): string {
    const first = this.#first(name);
    if (first === -1) return '';
    const parts = this.#parts;
    let line = parts[first + 1] as string;
    for (let at = this.#next(name, first); at !== -1; at = this.#next(name, at)) {
      line += separator + (parts[at + 1] as string);
    }
    return line;
  }

  /** Returns all values, keyed by name in the case of its first entry; all objects are new. */
  byName(): Record<string, string[]> {
    const parts = this.#parts;
    const byName = Object.create(null) as Record<string, string[]>;
    const firstCase = new Map<string, string>();
    for (let at = 0; at < this.#length; at += 2) {
      const name = parts[at] as string;
      const value = parts[at + 1] as string;
      const lower = name.toLowerCase();
      const first = firstCase.get(lower);
      if (first === undefined) {
        firstCase.set(lower, name);
        byName[name] = [value];
      } else byName[first]?.push(value);
    }
    return byName;
  }

  /** Returns the list with the values of a name replaced, at the position of its first entry, or added at the end. */
  with(name: string, value: string | readonly string[]): HeaderList {
    if (this.#length === 0 && name === 'Content-Type') {
      return CONTENT_TYPES.get(value as string) ?? contentType(value);
    }
    return this.#replaced(fieldsOf(name, value));
  }

  /** Returns the list with values added after the name's last entry, or at the end. */
  withAdded(name: string, value: string | readonly string[]): HeaderList {
    const fields = fieldsOf(name, value);
    const first = this.#first(name);
    if (first === -1) return this.#appended(fields);
    const parts = this.#parts;
    for (let at = 0; at < fields.length; at += 2) fields[at] = parts[first] as string;
    let end = first;
    for (let at = first; at !== -1; at = this.#next(name, at)) end = at + 2;
    if (end === this.#length) return this.#appended(fields);
    return HeaderList.#owning(this.raw().toSpliced(end, 0, ...fields));
  }

  /** Returns the list without the name; the same list if the name is not in it. */
  without(name: string): HeaderList {
    const first = this.#first(name);
    return first === -1 ? this : HeaderList.#owning(this.#spliced(name, first, []));
  }

  /** Sets `Host`: in place, or as the first header (RFC 9110 7.2). */
  withHost(host: string): HeaderList {
    const fields = fieldsOf('Host', host);
    return this.has('Host')
      ? this.#replaced(fields)
      : HeaderList.#owning([...fields, ...this.raw()]);
  }

  /** Appends the headers of another list that this one does not have. */
  withMissing(others: HeaderList): HeaderList {
    const parts = others.#parts;
    const missing: string[] = [];
    for (let at = 0; at < others.#length; at += 2) {
      const name = parts[at] as string;
      if (!this.has(name)) missing.push(name, parts[at + 1] as string);
    }
    return missing.length === 0 ? this : this.#appended(missing);
  }

  /** @param fields checked entries, all of one name */
  #replaced(fields: readonly string[]): HeaderList {
    const name = fields[0] as string;
    const first = this.#first(name);
    return first === -1
      ? this.#appended(fields)
      : HeaderList.#owning(this.#spliced(name, first, fields));
  }

  #appended(fields: readonly string[]): HeaderList {
    const growing = this.#growing;
    if (growing?.extend(this.#length, fields) === true) {
      return new HeaderList(this.#parts, this.#length + fields.length, growing);
    }
    const copy = this.raw();
    for (const part of fields) copy.push(part);
    return HeaderList.#owning(copy);
  }

  /** Returns all entries, with those of `name`, the first of which is at `first`, replaced by `fields`. */
  #spliced(name: string, first: number, fields: readonly string[]): string[] {
    const parts = this.#parts;
    const all = parts.slice(0, first);
    for (const part of fields) all.push(part);
    for (let at = first + 2; at < this.#length; at += 2) {
      const field = parts[at] as string;
      if (!isHeaderName(field, name)) all.push(field, parts[at + 1] as string);
    }
    return all;
  }

  /** Returns the index of the first entry of a name, or -1. */
  #first(name: string): number {
    return this.#growing === null
      ? headerIndex(this.#parts, name, 0, this.#length)
      : this.#growing.first(name, this.#length);
  }

  /** Returns the index of the name's next entry after the one at `at`, or -1. */
  #next(name: string, at: number): number {
    return headerIndex(this.#parts, name, at + 2, this.#length);
  }
}

/** The list without headers. */
export const NO_HEADERS = HeaderList.of([]);

function contentType(value: string | readonly string[]): HeaderList {
  const fields = fieldsOf('Content-Type', value);
  if (typeof value !== 'string') return HeaderList.of(fields);
  const list = HeaderList.of(fields);
  if (CONTENT_TYPES.size < MOST_CONTENT_TYPES) CONTENT_TYPES.set(value, list);
  return list;
}
