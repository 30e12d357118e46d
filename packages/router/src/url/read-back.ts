import type { CompiledVariant } from '../compiler/pattern-compiler.js';
import { MethodTable } from '../dispatcher/method-table.js';
import { ANY_SEGMENT, type Variants } from '../parser/pattern.js';
import type { RouteArgs } from '../route-args.js';
import type { RegisteredRoute } from '../registered-route.js';

/** Reads the arguments of a generated path as its route will when a client requests it. */
export class ReadBack {
  readonly #table = new MethodTable<null>('');

  /** @param variants of the route, shortest first */
  constructor(variants: readonly CompiledVariant[]) {
    const route = { handler: null } as RegisteredRoute<null>;
    for (const { path, steps, names } of variants) {
      if (path !== null) this.#table.addStatic(path, route);
      else this.#table.addVariable(this.#table.endOf(steps), names, route);
    }
  }

  /** @returns `null` for a path that the route does not match */
  args(path: string): RouteArgs | null {
    return this.#table.find(path)?.args ?? null;
  }
}

/**
 * Whether every value of every placeholder is read back: each is a whole segment, as in most patterns, or the only one
 * between two literals.
 */
export function isUnambiguous(variants: Variants): boolean {
  const longest = variants.at(-1) ?? [];
  const placeholders = longest.filter((part) => typeof part !== 'string');
  if (placeholders.length < 2 && variants.length === 1) return true;
  return variants.every((variant) =>
    variant.every((part, index) => {
      if (typeof part === 'string') return true;
      const [before = '/', after = '/'] = [variant[index - 1], variant[index + 1]];
      return (
        part.expression === ANY_SEGMENT &&
        typeof before === 'string' &&
        before.endsWith('/') &&
        typeof after === 'string' &&
        after.startsWith('/')
      );
    }),
  );
}
