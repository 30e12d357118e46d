import type { Schema } from '@mortise/contract';
import { OpenApiError } from '../openapi-error.js';
import type { Json } from './json.js';
import { type Direction, readSchema, type ReadSchemaOptions } from './read-schema.js';
import { SchemaParts } from './schema-parts.js';

/** A named schema for one direction. */
interface Definition {
  readonly name: string;
  readonly direction: Direction;
  readonly json: Json;

  /** The text of the schema and of what it refers to, as the library wrote it; for comparison. */
  readonly text: string;

  /** Distinguishes schemas with the same name and direction; 1 for the first. */
  readonly number: number;
}

const LOCAL = '#/$defs/';
const SHARED = '#/components/schemas/';

/** Names that libraries generate, which differ between processes. Other names of zod were chosen by the user. */
const MADE_UP = /^(?:__schema|[a-z]*)\d+$/;
const MADE_UP_BY_ZOD = /^__schema\d+$/;

/**
 * The schemas of a document. Schemas that libraries name (`$defs`) become shared components. If a schema accepts and
 * returns different types, these are named `BookInput` and `Book`.
 */
export class Components {
  readonly #definitions = new Map<string, Definition>();
  readonly #fixed: Record<string, Json>;

  /** The objects that refer to a definition; by its key until {@link finish}, then by its name. */
  readonly #references: Json[] = [];

  /** The objects that refer to something outside their schema, with their place for an error. */
  readonly #outside = new Map<Json, string>();

  /** The descriptions of schemas, by direction. */
  readonly #described = { input: new Map<Schema, Json>(), output: new Map<Schema, Json>() };
  #anonymous = 0;

  /** @param fixed components whose names are reserved */
  constructor(fixed: Readonly<Record<string, Json>>) {
    this.#fixed = { ...fixed };
  }

  /**
   * Describes a schema; once for each direction. Its references point to keys of definitions until {@link finish}.
   *
   * @param place the route and the part, for errors
   * @throws {OpenApiError} `SCHEMA_UNKNOWN`
   */
  add(schema: Schema, direction: Direction, place: string, options: ReadSchemaOptions): Json {
    const described = this.#described[direction];
    let json = described.get(schema);
    if (json === undefined) {
      const { vendor } = schema['~standard'];
      const own = readSchema(schema, direction, place, options);
      json = this.#add(own, direction, place, vendor === 'zod' ? MADE_UP_BY_ZOD : MADE_UP);
      if (options.jsonSchema === null) described.set(schema, json);
    }
    return json;
  }

  #add(schema: Json, direction: Direction, place: string, madeUp: RegExp): Json {
    const parts = new SchemaParts(schema, direction);
    const keys = new Map<unknown, string>();
    const { json, references } = parts.part(schema);
    const waiting = [...references];
    const define = (name: string, target: unknown): string => {
      const part = parts.part(target);
      const key = this.#keyOf(name, direction, part.json, parts.textOf(target));
      keys.set(target, key);
      waiting.push(...part.references);
      return key;
    };
    for (const [name, each] of parts.definitions()) define(name.replace(madeUp, ''), each);
    // The loop also visits the references of schemas that it defines.
    for (const { object, target } of waiting) {
      if (target === null) this.#outside.set(object, place);
      else object['$ref'] = LOCAL + (keys.get(target) ?? define('', target));
      this.#references.push(object);
    }
    const key = keys.get(schema);
    if (key === undefined) return json;
    const whole = { $ref: LOCAL + key };
    this.#references.push(whole);
    return whole;
  }

  /**
   * Adds a component with a reserved name, which no other schema gets.
   *
   * @returns a reference to it; a number is appended to the name if a different component has it
   */
  share(name: string, json: Json): Json {
    const text = JSON.stringify(json);
    for (let number = 1; ; number++) {
      const numbered = `${name}${number === 1 ? '' : number}`;
      const known = this.#fixed[numbered];
      if (known !== undefined && JSON.stringify(known) !== text) continue;
      this.#fixed[numbered] ??= json;
      return { $ref: SHARED + numbered };
    }
  }

  /** Returns the schema that a reference points to; any other schema unchanged. */
  resolve(json: Json): Json {
    const seen = new Set<Json>();
    let target = json;
    for (let next: Json | undefined = json; next !== undefined && !seen.has(next); ) {
      target = next;
      seen.add(target);
      next = this.#definitions.get(nameAt(target, LOCAL) ?? '')?.json ?? this.#sharedAt(target);
    }
    return target;
  }

  #sharedAt(json: Json): Json | undefined {
    const name = nameAt(json, SHARED);
    return name !== null && Object.hasOwn(this.#fixed, name) ? this.#fixed[name] : undefined;
  }

  /**
   * Names every definition and updates all references. Returns all components, sorted by name.
   *
   * @throws {OpenApiError} `REFERENCE_UNKNOWN`
   */
  finish(): Json {
    const names = this.#names();
    for (const object of this.#references) {
      const key = nameAt(object, LOCAL);
      if (key !== null && !this.#outside.has(object))
        object['$ref'] = SHARED + (names.get(key) ?? key);
    }
    const named = [...this.#definitions].map(([key, { json }]) => [names.get(key) ?? key, json]);
    const all = [...Object.entries(this.#fixed), ...named] as [string, Json][];
    const schemas = Object.fromEntries(all.sort(([one], [other]) => (one < other ? -1 : 1)));
    for (const [object, place] of this.#outside) {
      const name = nameAt(object, SHARED);
      if (name !== null && Object.hasOwn(schemas, name)) continue;
      const ref = String(object['$ref']);
      if (!REMOTE.test(ref)) throw OpenApiError.unknownReference(place, ref);
    }
    return schemas;
  }

  /**
   * Returns the key of a definition, which is the same for equal schemas.
   *
   * @param given the name of the definition; `''` for none
   * @param text its text, for comparison
   */
  #keyOf(given: string, direction: Direction, json: Json, text: string): string {
    const name = safeName(given) || `Schema${++this.#anonymous}`;
    for (let number = 1; ; number++) {
      const key = `${direction}.${name}.${number}`;
      const known = this.#definitions.get(key);
      if (known === undefined) this.#definitions.set(key, { name, direction, json, text, number });
      if (known === undefined || known.text === text) return key;
    }
  }

  #names(): ReadonlyMap<string, string> {
    const differing = this.#differing();
    const names = new Map<string, string>();
    // The name of a definition takes precedence over a name generated here, such as `BookInput` for `Book`.
    const owners = new Map([...this.#definitions.values()].map(({ name }) => [name, `${name}.1`]));
    for (const name of Object.keys(this.#fixed)) owners.set(name, '');
    for (const [key, { name, direction, number }] of this.#definitions) {
      let id = `${name}.${number}`;
      const suffix = direction === 'input' && differing.has(id) ? 'Input' : '';
      id += suffix;
      const base = Object.hasOwn(this.#fixed, name) ? `${name}Schema` : name;
      let whole = `${base}${suffix}${number === 1 ? '' : number}`;
      while ((owners.get(whole) ?? id) !== id) whole += '_2';
      owners.set(whole, id);
      names.set(key, whole);
    }
    return names;
  }

  /** Returns the definitions whose input and output differ, in themselves or in what they refer to. */
  #differing(): ReadonlySet<string> {
    const differing = new Set<string>();
    for (const [key, { name, number, direction, text }] of this.#definitions) {
      const other = this.#definitions.get(key.replace(/^input/, 'output'));
      if (direction === 'input' && other !== undefined && other.text !== text) {
        differing.add(`${name}.${number}`);
      }
    }
    return differing;
  }
}

/** References to other documents, which consumers of this document load themselves. */
const REMOTE = /^https?:\/\//i;

/** @returns the name after the prefix; `null` if a schema is not such a reference */
function nameAt({ $ref }: Json, prefix: string): string | null {
  return typeof $ref === 'string' && $ref.startsWith(prefix) ? $ref.slice(prefix.length) : null;
}

/** Replaces characters not allowed in component names (OpenAPI 4.8.7), and dots, which separate the parts of keys. */
function safeName(name: string): string {
  const safe = name.replaceAll(/[^\w-]/g, '_');
  return safe === '__proto__' ? '_proto_' : safe;
}
