import { fieldValueFault, isFieldValue, isToken, trimOws } from '@mortise/http-syntax';
import { MessageError, refusal } from './message-error.js';

interface Field {
  readonly name: string;
  readonly value: string;
}

/** An immutable list of headers in order, with one entry for each value. */
export class HeaderList {
  readonly #fields: readonly Field[];

  private constructor(fields: readonly Field[]) {
    this.#fields = fields;
  }

  // Not a static field: for a class with private methods, the compiled code sets the class's alias too late for one.
  static get empty(): HeaderList {
    return new HeaderList([]);
  }

  /** @param raw alternating names and values; valid, as `RequestSource` requires */
  static fromRaw(raw: readonly string[]): HeaderList {
    const fields: Field[] = [];
    for (let at = 0; at + 1 < raw.length; at += 2) {
      const [name = '', value = ''] = raw.slice(at, at + 2);
      fields.push({ name, value });
    }
    return new HeaderList(fields);
  }

  raw(): string[] {
    return this.#fields.flatMap(({ name, value }) => [name, value]);
  }

  /** Returns all values, keyed by name in the case of its first entry. */
  all(): Record<string, readonly string[]> {
    const all = Object.create(null) as Record<string, readonly string[]>;
    for (const { name } of this.#fields) all[this.#first(name)?.name ?? name] = this.get(name);
    return all;
  }

  get(name: string): string[] {
    return this.#fields.filter(named(name)).map(({ value }) => value);
  }

  has(name: string): boolean {
    return this.#first(name) !== undefined;
  }

  /** Replaces the values, at the position of the name's first entry or at the end. */
  with(name: string, value: string | readonly string[]): HeaderList {
    return this.#spliced(name, fieldsOf(name, value));
  }

  /** Adds values after the name's last entry, or at the end. */
  withAdded(name: string, value: string | readonly string[]): HeaderList {
    const spelling = this.#first(name)?.name;
    const added = fieldsOf(name, value).map((field) => ({ ...field, name: spelling ?? name }));
    const last = this.#fields.findLastIndex(named(name));
    return new HeaderList(this.#fields.toSpliced(last === -1 ? Infinity : last + 1, 0, ...added));
  }

  without(name: string): HeaderList {
    return this.#spliced(name, []);
  }

  /** Replaces `Host` in place, or adds it first (RFC 9110 7.2). */
  withHost(host: string): HeaderList {
    const fields = fieldsOf('Host', host);
    return this.has('Host')
      ? this.#spliced('Host', fields)
      : new HeaderList([...fields, ...this.#fields]);
  }

  #first(name: string): Field | undefined {
    return this.#fields.find(named(name));
  }

  #spliced(name: string, replacement: readonly Field[]): HeaderList {
    const isIt = named(name);
    const first = this.#fields.findIndex(isIt);
    const place = first === -1 ? this.#fields.length : first;
    const behind = this.#fields.slice(place).filter((field) => !isIt(field));
    return new HeaderList([...this.#fields.slice(0, place), ...replacement, ...behind]);
  }
}

function named(name: unknown): (field: Field) => boolean {
  // Only tokens are compared, because the lower case of some non-ASCII characters is ASCII: the Kelvin sign becomes
  // `k`.
  const wanted = typeof name === 'string' && isToken(name) ? name.toLowerCase() : null;
  return (field) => field.name.toLowerCase() === wanted;
}

/** Returns one entry for each value, after checking all of them. */
function fieldsOf(name: unknown, given: unknown): readonly Field[] {
  if (typeof name !== 'string' || !isToken(name)) {
    throw refusal('HEADER_NAME_INVALID', 'a header name must be a token', name);
  }
  const values: readonly unknown[] = Array.isArray(given) ? given : [given];
  if (values.length === 0) throw refusal('HEADER_VALUE_INVALID', 'a header needs a value', given);
  return values.map((value) => ({ name, value: fieldValue(name, value) }));
}

function fieldValue(name: string, value: unknown): string {
  if (typeof value === 'string' && isFieldValue(value)) return trimOws(value);
  const problem = `the header ${name} must be visible ASCII, spaces, tabs and U+0080 to U+00FF`;
  const message = `${problem}: received ${fieldValueFault(value)}`;
  throw new MessageError('HEADER_VALUE_INVALID', message, value);
}
