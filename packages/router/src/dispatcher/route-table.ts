import type { CompiledVariant } from '../compiler/pattern-compiler.js';
import type { RegisteredRoute } from '../registered-route.js';
import { RouterError } from '../router-error.js';
import type { DispatchResult, Found } from './dispatch-result.js';
import { MethodTable } from './method-table.js';

const NOT_FOUND = Object.freeze({ kind: 'not-found' } as const);

/** Every route by method, and the rules by which one of them wins. */
export class RouteTable<Handler> {
  readonly #methods = new Map<string, MethodTable<Handler>>();
  readonly #none = new MethodTable<Handler>('');
  /** The table of the request before, whose method most have. */
  #last = this.#none;
  /** The methods that have a route without placeholders, and with some, in the order in which they got the first. */
  readonly #static: MethodTable<Handler>[] = [];
  readonly #variable: MethodTable<Handler>[] = [];

  /**
   * What becomes of a method and a path: the method's own routes, `GET` for `HEAD`, then routes of
   * any method.
   *
   * @param path canonical, beginning with a slash
   */
  dispatch(method: string, path: string): DispatchResult<Handler> {
    if (method !== this.#last.method) this.#last = this.#methods.get(method) ?? this.#none;
    return this.#last.find(path) ?? this.#dispatchOtherwise(method, path);
  }

  /**
   * Adds a route under all its methods, or under none.
   *
   * @throws {RouterError} `ROUTE_DUPLICATE`, `ROUTE_SHADOWED`
   */
  add(route: RegisteredRoute<Handler>, variants: readonly CompiledVariant[]): void {
    for (const method of route.methods) {
      const table = this.#table(method);
      for (const variant of variants) refuseConflict(table, route, variant);
    }
    for (const method of route.methods) {
      const table = this.#table(method);
      for (const variant of variants) this.#addVariant(table, route, variant);
    }
  }

  #dispatchOtherwise(method: string, path: string): DispatchResult<Handler> {
    const found = (method === 'HEAD' ? this.#find('GET', path) : null) ?? this.#find('*', path);
    if (found !== null) return found;
    const allowed = this.#allowed(path);
    return allowed.length === 0 ? NOT_FOUND : { kind: 'method-not-allowed', allowed };
  }

  #find(method: string, path: string): Found<Handler> | null {
    return this.#methods.get(method)?.find(path) ?? null;
  }

  #allowed(path: string): readonly string[] {
    const allowed: string[] = [];
    for (const table of this.#static) {
      if (table.findStatic(path) !== null) allowed.push(table.method);
    }
    for (const table of this.#variable) {
      if (!allowed.includes(table.method) && table.findVariable(path) !== null)
        allowed.push(table.method);
    }
    return allowed;
  }

  #addVariant(
    table: MethodTable<Handler>,
    route: RegisteredRoute<Handler>,
    variant: CompiledVariant,
  ): void {
    const path = staticPath(variant);
    const tables = path === null ? this.#variable : this.#static;
    if (!tables.includes(table)) tables.push(table);
    if (path === null) table.addVariable(variant, route);
    else table.addStatic(path, route);
  }

  #table(method: string): MethodTable<Handler> {
    let table = this.#methods.get(method);
    if (table === undefined) {
      table = new MethodTable(method);
      this.#methods.set(method, table);
    }
    return table;
  }
}

/** The path of a variant without placeholders; null for another. */
function staticPath({ steps, names }: CompiledVariant): string | null {
  if (names.length > 0) return null;
  const [only] = steps;
  return only?.kind === 'literal' ? only.text : '';
}

function refuseConflict<Handler>(
  table: MethodTable<Handler>,
  route: RegisteredRoute<Handler>,
  variant: CompiledVariant,
): void {
  const path = staticPath(variant);
  const twin = path === null ? table.variableAt(variant.steps) : table.findStatic(path);
  const shadow = path === null ? null : table.findVariable(path);
  const earlier = twin ?? shadow;
  if (earlier === null) return;
  const mine = `${table.method} "${route.pattern}"`;
  const other = `${table.method} "${earlier.pattern}"`;
  throw twin === null
    ? RouterError.of(
        'ROUTE_SHADOWED',
        `${mine} is never reached: ${other}, registered before, matches its path; register it first`,
        route.pattern,
      )
    : RouterError.of(
        'ROUTE_DUPLICATE',
        `${mine} matches the same paths as ${other}, which was registered before; remove one of them`,
        route.pattern,
      );
}
