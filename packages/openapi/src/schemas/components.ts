import type { Schema } from '@mortise/contract';
import { isJson, type Json, mapJson } from './json.js';
import { type Direction, readSchema, type ReadSchemaOptions } from './read-schema.js';

/** A named schema in one direction. */
interface Definition {
  readonly name: string;
  readonly direction: Direction;
  readonly json: Json;

  /** Tells different schemas of one name and direction apart; 1 for the first. */
  readonly number: number;
}

const LOCAL = '#/$defs/';
const SHARED = '#/components/schemas/';

/** Names that libraries make up, different in each process. */
const MADE_UP = /^(?:__schema|[a-z]+)\d+$/;

/**
 * The schemas of a document. What libraries name (`$defs`) is shared as a component. Where what a schema accepts and
 * what it returns differ, the first is `BookInput` and the second `Book`.
 */
export class Components {
  readonly #definitions = new Map<string, Definition>();
  readonly #fixed: Readonly<Record<string, Json>>;
  #anonymous = 0;

  /** @param fixed components that have their names already */
  constructor(fixed: Readonly<Record<string, Json>>) {
    this.#fixed = fixed;
  }

  /**
   * Describes a schema; its references lead to definitions, for {@link finish}.
   *
   * @throws {OpenApiError} `SCHEMA_UNKNOWN`
   */
  add(schema: Schema, direction: Direction, place: string, options: ReadSchemaOptions): Json {
    const { $defs, ...json } = readSchema(schema, direction, place, options);
    const keys = new Map<string, string>();
    const definitions = isJson($defs) ? Object.entries($defs) : [];
    for (const [name, each] of definitions) {
      keys.set(name, this.#keyOf(name, direction, isJson(each) ? each : {}));
    }
    for (const [name, each] of definitions) {
      const key = keys.get(name) as string;
      const known = this.#definitions.get(key) as Definition;
      if (known.json === each) {
        this.#definitions.set(key, { ...known, json: pointed(known.json, keys) });
      }
    }
    return pointed(json, keys);
  }

  /** The object behind a schema that is a reference; the schema itself otherwise. */
  resolve(json: Json): Json {
    const { $ref } = json;
    const key = typeof $ref === 'string' && $ref.startsWith(LOCAL) ? $ref.slice(LOCAL.length) : '';
    const definition = this.#definitions.get(key);
    return definition === undefined ? json : this.resolve(definition.json);
  }

  /** Gives every definition its name: the components, and a document whose references lead to them. */
  finish(document: Json): { readonly schemas: Json; readonly document: Json } {
    const names = this.#names();
    const named = (json: Json): Json =>
      mapJson(json, (object) => {
        const { $ref } = object;
        if (typeof $ref !== 'string' || !$ref.startsWith(LOCAL)) return object;
        const key = $ref.slice(LOCAL.length);
        return { ...object, $ref: SHARED + (names.get(key) ?? key) };
      }) as Json;
    const schemas: Json = { ...this.#fixed };
    for (const [key, { json }] of this.#definitions)
      schemas[names.get(key) as string] = named(json);
    const sorted = Object.entries(schemas).sort(([one], [other]) => (one < other ? -1 : 1));
    return { schemas: Object.fromEntries(sorted), document: named(document) };
  }

  /** The key of a definition: the same for the same schema. */
  #keyOf(given: string, direction: Direction, json: Json): string {
    const text = JSON.stringify(json);
    const name = MADE_UP.test(given) ? `Schema${++this.#anonymous}` : safeName(given);
    for (let number = 1; ; number++) {
      const key = `${direction}.${name}.${number}`;
      const known = this.#definitions.get(key);
      if (known !== undefined && this.#texts.get(key) !== text) continue;
      if (known === undefined) {
        this.#definitions.set(key, { name, direction, json, number });
        this.#texts.set(key, text);
      }
      return key;
    }
  }

  /** The definitions as their libraries wrote them, for comparisons. */
  readonly #texts = new Map<string, string>();

  #names(): ReadonlyMap<string, string> {
    const differing = this.#differing();
    const names = new Map<string, string>();
    for (const [key, { name, direction, number }] of this.#definitions) {
      const suffix = direction === 'input' && differing.has(`${name}.${number}`) ? 'Input' : '';
      const base = Object.hasOwn(this.#fixed, name) ? `${name}Schema` : name;
      names.set(key, `${base}${suffix}${number === 1 ? '' : number}`);
    }
    return names;
  }

  /** Definitions whose directions differ, themselves or in what they refer to. */
  #differing(): ReadonlySet<string> {
    const differing = new Set<string>();
    for (let before = -1; before < differing.size; ) {
      before = differing.size;
      for (const [key, { name, number }] of this.#definitions) {
        const other = key.replace(/^input/, 'output');
        if (!key.startsWith('input.') || !this.#definitions.has(other)) continue;
        const own = this.#texts.get(key) !== this.#texts.get(other);
        const inner = [...JSON.stringify(this.#definitions.get(key)?.json).matchAll(REFERENCE)];
        if (own || inner.some(([, id]) => differing.has(id ?? '')))
          differing.add(`${name}.${number}`);
      }
    }
    return differing;
  }
}

const REFERENCE = /"#\/\$defs\/input\.([^"]+)"/g;

function pointed(json: Json, keys: ReadonlyMap<string, string>): Json {
  return mapJson(json, (object) => {
    const { $ref } = object;
    if ($ref === '#') return { ...object, $ref: `${LOCAL}#` };
    if (typeof $ref !== 'string' || !$ref.startsWith(LOCAL)) return object;
    const name = decodeURIComponent($ref.slice(LOCAL.length));
    return { ...object, $ref: LOCAL + (keys.get(name) ?? name) };
  }) as Json;
}

/** OpenAPI 4.8.7: letters, digits, `.`, `-` and `_`; a dot separates the parts of our keys. */
function safeName(name: string): string {
  return name.replaceAll(/[^\w-]/g, '_');
}
