import { resolveReference } from '@mortise/contract';
import { copySchema } from './copy-schema.js';
import { isJson, type Json } from './json.js';
import type { Direction } from './read-schema.js';

/** A reference in a copied schema. */
export interface Reference {
  /** The object that has the `$ref`. */
  readonly object: Json;

  /** The schema that it points to; `null` if the described schema does not contain it. */
  readonly target: Json | boolean | null;
}

/** A copy of a schema or of one of its parts. */
export interface SchemaPart {
  readonly json: Json;
  readonly references: readonly Reference[];

  /** The copy as JSON text, before its references were changed. */
  readonly text: string;
}

/** A described schema and the schemas that its references point to; each is copied once. */
export class SchemaParts {
  readonly #root: Json;
  readonly #direction: Direction;
  readonly #parts = new Map<unknown, SchemaPart>();

  constructor(root: Json, direction: Direction) {
    this.#root = root;
    this.#direction = direction;
  }

  /** Returns the schemas in `definitions` and `$defs`, by name. */
  definitions(): readonly (readonly [name: string, target: unknown])[] {
    const { $defs, definitions } = this.#root;
    return [definitions, $defs].flatMap((all) => (isJson(all) ? Object.entries(all) : []));
  }

  /** @param target the whole schema, which is copied without its definitions, or a part of it */
  part(target: unknown): SchemaPart {
    let part = this.#parts.get(target);
    if (part === undefined) {
      part = this.#copied(target);
      this.#parts.set(target, part);
    }
    return part;
  }

  /** Returns the text of a part and of all parts that it refers to, which is the same for equivalent parts. */
  textOf(target: unknown): string {
    const targets = new Set([target]);
    // The loop also visits targets that it adds.
    for (const each of targets) {
      for (const reference of this.part(each).references) {
        if (reference.target !== null) targets.add(reference.target);
      }
    }
    return [...targets].map((each) => this.part(each).text).join('\n');
  }

  #copied(target: unknown): SchemaPart {
    const found: Json[] = [];
    const copy = copySchema(
      target === this.#root ? withoutDefinitions(this.#root) : schemaOf(target),
      this.#direction,
      found,
    );
    const references = found.map((object) => {
      const to = resolveReference(String(object['$ref']), this.#root);
      return { object, target: isJson(to) || typeof to === 'boolean' ? to : null };
    });
    return { json: copy, references, text: JSON.stringify(copy) };
  }
}

function withoutDefinitions(root: Json): Json {
  const own = { ...root };
  delete own['$defs'];
  delete own['definitions'];
  return own;
}

function schemaOf(target: unknown): Json {
  if (isJson(target)) return target;
  return target === false ? { not: {} } : {};
}
