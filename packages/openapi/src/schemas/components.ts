import type { Schema } from '@mortise/contract';
import { copySchema } from './copy-schema.js';
import { isJson, type Json } from './json.js';
import { type Direction, readSchema, type ReadSchemaOptions } from './read-schema.js';

/** A named schema in one direction. */
interface Definition {
  readonly name: string;
  readonly direction: Direction;
  readonly json: Json;

  /** As the library wrote it, for comparisons. */
  readonly text: string;

  /** Distinguishes different schemas of one name and direction; 1 for the first. */
  readonly number: number;
}

const LOCAL = '#/$defs/';
const SHARED = '#/components/schemas/';

/** Names that libraries generate, different in each process; other names of zod were given by the user. */
const MADE_UP = /^(?:__schema|[a-z]+)\d+$/;
const MADE_UP_BY_ZOD = /^__schema\d+$/;

/**
 * The schemas of a document. Schemas that libraries name (`$defs`) are shared as components. If a schema accepts and
 * returns different types, they are `BookInput` and `Book`.
 */
export class Components {
  readonly #definitions = new Map<string, Definition>();
  readonly #fixed: Record<string, Json>;

  /** The objects that refer to a definition, by its key until {@link finish}. */
  readonly #references: Json[] = [];

  /** What schemas were described as. */
  readonly #described = { input: new Map<Schema, Json>(), output: new Map<Schema, Json>() };
  #anonymous = 0;

  /** @param fixed components that have their names already */
  constructor(fixed: Readonly<Record<string, Json>>) {
    this.#fixed = { ...fixed };
  }

  /**
   * Describes a schema, once for each direction. Its references point to definitions until {@link finish}.
   *
   * @throws {OpenApiError} `SCHEMA_UNKNOWN`
   */
  add(schema: Schema, direction: Direction, place: string, options: ReadSchemaOptions): Json {
    const described = this.#described[direction];
    let json = described.get(schema);
    if (json === undefined) {
      const { vendor } = schema['~standard'];
      const own = readSchema(schema, direction, place, options);
      json = this.#add(own, direction, vendor === 'zod' ? MADE_UP_BY_ZOD : MADE_UP);
      if (options.jsonSchema === null) described.set(schema, json);
    }
    return json;
  }

  #add(schema: Json, direction: Direction, madeUp: RegExp): Json {
    const references: Json[] = [];
    const { $defs, ...own } = schema;
    const json = copySchema(own, direction, references);
    const keys = new Map<unknown, string>();
    for (const [name, each] of Object.entries($defs ?? {})) {
      const definition = isJson(each) ? copySchema(each, direction, references) : {};
      const key = this.#keyOf(name.replace(madeUp, ''), direction, definition);
      keys.set(LOCAL + name, key).set(LOCAL + encodeURIComponent(name), key);
    }
    let whole = json;
    if (references.some(({ $ref }) => $ref === '#')) {
      keys.set('#', this.#keyOf('', direction, json));
      whole = { $ref: '#' };
      references.push(whole);
    }
    for (const object of references) {
      const key = keys.get(object['$ref']);
      if (key !== undefined) object['$ref'] = LOCAL + key;
    }
    this.#references.push(...references);
    return whole;
  }

  /**
   * Adds a component with a reserved name, which no schema gets.
   *
   * @returns a reference to it; to one with a number if there is a different one of this name
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

  /** The object that a reference points to; a schema that is not a reference unchanged. */
  resolve(json: Json): Json {
    const definition = this.#definitions.get(keyOfReference(json) ?? '');
    return definition === undefined ? json : this.resolve(definition.json);
  }

  /** Names every definition, and points all references to these names. Returns the definitions sorted by name. */
  finish(): Json {
    const names = this.#names();
    for (const object of this.#references) {
      const key = keyOfReference(object);
      if (key !== null) object['$ref'] = SHARED + (names.get(key) ?? key);
    }
    const named = [...this.#definitions].map(([key, { json }]) => [names.get(key) ?? key, json]);
    const all = [...Object.entries(this.#fixed), ...named] as [string, Json][];
    return Object.fromEntries(all.sort(([one], [other]) => (one < other ? -1 : 1)));
  }

  /** The key of a definition: the same for the same schema. @param given its name; `''` for none */
  #keyOf(given: string, direction: Direction, json: Json): string {
    const text = JSON.stringify(json);
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
    // A name that a schema was given comes before one that is made here, such as `BookInput` of a `Book`.
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

  /** Definitions whose directions differ, in themselves or in their references. */
  #differing(): ReadonlySet<string> {
    const differing = new Set<string>();
    for (let before = -1; before < differing.size; ) {
      before = differing.size;
      for (const [key, { name, number, json, text }] of this.#definitions) {
        const other = this.#definitions.get(key.replace(/^input/, 'output'));
        if (!key.startsWith('input.') || other === undefined) continue;
        const inner = [...JSON.stringify(json).matchAll(REFERENCE)];
        if (text !== other.text || inner.some(([, id = '']) => differing.has(id))) {
          differing.add(`${name}.${number}`);
        }
      }
    }
    return differing;
  }
}

const REFERENCE = /"#\/\$defs\/input\.([^"]+)"/g;

function keyOfReference({ $ref }: Json): string | null {
  return typeof $ref === 'string' && $ref.startsWith(LOCAL) ? $ref.slice(LOCAL.length) : null;
}

/** OpenAPI 4.8.7: letters, digits, `.`, `-` and `_`; a dot separates the parts of our keys. */
function safeName(name: string): string {
  return name.replaceAll(/[^\w-]/g, '_');
}
