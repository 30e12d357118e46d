import type { CompiledVariant } from '../compiler/pattern-compiler.js';
import type { DispatchResult, Found } from '../contract.js';
import type { RegisteredRoute } from '../registered-route.js';
import { RouterError } from '../router-error.js';
import { allowedMethods } from './allowed-methods.js';
import { MethodTable } from './method-table.js';

/** The shared result if no route matches. */
export const NOT_FOUND = Object.freeze({ kind: 'not-found' } as const);

/** All routes by method, and the rules that decide which one wins. */
export class RouteTable<Handler> {
  readonly #methods = new Map<string, MethodTable<Handler>>();
  readonly #none = new MethodTable<Handler>('');
  /** The table of the previous request; cached because most requests have the same method. */
  #last = this.#none;
  /** The tables with routes without and with placeholders, each list in the order of its first such route. */
  readonly #static: MethodTable<Handler>[] = [];
  readonly #variable: MethodTable<Handler>[] = [];

  /**
   * Returns the result for a method and a path: tries the method's own routes, then `GET` for `HEAD`, then the routes
   * for any method.
   *
   * @param path canonical, beginning with a slash
   */
  dispatch(method: string, path: string): DispatchResult<Handler> {
    if (method !== this.#last.method) this.#last = this.#methods.get(method) ?? this.#none;
    return this.#last.find(path) ?? this.#dispatchOtherwise(method, path);
  }

  /**
   * Adds a route under all its methods; under none of them if it throws.
   *
   * @throws {RouterError} `ROUTE_DUPLICATE`, `ROUTE_SHADOWED`
   */
  add(route: RegisteredRoute<Handler>, variants: readonly CompiledVariant[]): void {
    const ends: number[] = [];
    for (const method of route.methods) {
      const table = this.#table(method);
      for (const variant of variants) ends.push(freeEnd(table, route, variant));
    }
    let next = 0;
    for (const method of route.methods) {
      const table = this.#table(method);
      for (const { path, names } of variants) {
        const end = ends[next++] as number;
        const tables = path === null ? this.#variable : this.#static;
        if (!tables.includes(table)) tables.push(table);
        if (path === null) table.addVariable(end, names, route);
        else table.addStatic(path, route);
      }
    }
  }

  /** Returns the methods of the routes that match a path, in the order of {@link allowedMethods}. */
  methodsFor(path: string): readonly string[] {
    return allowedMethods(path, this.#static, this.#variable, null);
  }

  #dispatchOtherwise(method: string, path: string): DispatchResult<Handler> {
    const found = (method === 'HEAD' ? this.#find('GET', path) : null) ?? this.#find('*', path);
    if (found !== null) return found;
    const allowed = allowedMethods(path, this.#static, this.#variable, this.#last);
    return allowed.length === 0 ? NOT_FOUND : { kind: 'method-not-allowed', allowed };
  }

  #find(method: string, path: string): Found<Handler> | null {
    return this.#methods.get(method)?.find(path) ?? null;
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

/**
 * Returns the node at which a variant ends in the method's tree; 0 for a variant without placeholders, which is not in
 * the tree.
 *
 * @throws {RouterError} `ROUTE_DUPLICATE`, `ROUTE_SHADOWED`
 */
function freeEnd<Handler>(
  table: MethodTable<Handler>,
  route: RegisteredRoute<Handler>,
  { path, steps }: CompiledVariant,
): number {
  const end = path === null ? table.endOf(steps) : 0;
  const twin = path === null ? table.variableAt(end) : table.findStatic(path);
  if (twin !== null) throw conflict('ROUTE_DUPLICATE', table.method, route, twin);
  const shadow = path === null ? null : table.findVariable(path);
  if (shadow !== null) throw conflict('ROUTE_SHADOWED', table.method, route, shadow);
  return end;
}

function conflict<Handler>(
  code: 'ROUTE_DUPLICATE' | 'ROUTE_SHADOWED',
  method: string,
  { pattern }: RegisteredRoute<Handler>,
  { pattern: earlier }: RegisteredRoute<Handler>,
): RouterError {
  const mine = `${method} "${pattern}"`;
  const other = `${method} "${earlier}"`;
  const rule =
    code === 'ROUTE_DUPLICATE'
      ? `${mine} matches the same paths as ${other}, which was registered before; remove one of them`
      : `${mine} is never reached: ${other}, registered before, matches its path; register ${mine} before ${other}`;
  return RouterError.of(code, rule, pattern);
}
