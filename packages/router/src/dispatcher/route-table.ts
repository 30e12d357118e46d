import { MAX_SEGMENTS } from '../compiler/matching-limits.js';
import type { CompiledVariant } from '../compiler/pattern-compiler.js';
import type { DispatchResult } from '../contract.js';
import type { RegisteredRoute } from '../registered-route.js';
import { allowedMethods } from './allowed-methods.js';
import { type Match, MethodTable } from './routes-of-one-method.js';
import { freeEnd, refuseAfter } from './route-conflicts.js';

/** The shared result if no route matches. */
export const NOT_FOUND = Object.freeze({ kind: 'not-found' } as const);

/** A line feed, and the separators that placeholders refuse. */
const REFUSED = /%(?:0A|2F|5C)/;

/** All routes by method, and the rules that decide which one wins. */
export class RouteTable<Handler> {
  readonly #methods = new Map<string, MethodTable<Handler>>();
  readonly #none = new MethodTable<Handler>('');
  /** The table of the previous request; cached because most requests have the same method. */
  #last = this.#none;
  /** The routes `inOrder`; `null` if there are none. */
  #inOrder: MethodTable<Handler> | null = null;
  /** The tables with routes without and with placeholders, each list in the order of its first such route. */
  readonly #static: MethodTable<Handler>[] = [];
  readonly #variable: MethodTable<Handler>[] = [];

  /**
   * Returns the result for a method and a path: tries the method's own routes, then `GET` for `HEAD`, then the routes
   * for any method. A route `inOrder` wins over those that were registered after it.
   *
   * @param path canonical, beginning with a slash
   */
  dispatch(method: string, path: string): DispatchResult<Handler> {
    if (method !== this.#last.method) this.#last = this.#methods.get(method) ?? this.#none;
    const own = this.#last.find(path);
    const isFirst = own !== null && this.#inOrder === null && method !== 'HEAD';
    return isFirst ? own : this.#compare(own, method, path);
  }

  /**
   * Adds a route under all its methods; under none of them if it throws.
   *
   * @throws {RouterError} `ROUTE_DUPLICATE`, `ROUTE_SHADOWED`
   */
  add(route: RegisteredRoute<Handler>, variants: readonly CompiledVariant[]): void {
    const tables = route.inOrder
      ? [(this.#inOrder ??= new MethodTable('*', Infinity))]
      : route.methods.map((method) => this.#table(method));
    const ends: number[] = [];
    for (const table of tables) {
      for (const variant of variants) {
        ends.push(freeEnd(table, route, variant));
        this.#ensureInOrder(table, route, variant);
      }
    }
    let next = 0;
    for (const table of tables) {
      for (const { path, names } of variants) {
        const end = ends[next++] as number;
        const listed = path === null ? this.#variable : this.#static;
        if (!listed.includes(table)) listed.push(table);
        if (path === null) table.addVariable(end, names, route);
        else table.addStatic(path, route);
      }
    }
  }

  /** Returns the methods of the routes that match a path, in the order of {@link allowedMethods}. */
  methodsFor(path: string): readonly string[] {
    return allowedMethods(path, this.#static, this.#variable, null);
  }

  /** Continues after the method's own routes. */
  #compare(own: Match<Handler> | null, method: string, path: string): DispatchResult<Handler> {
    const mount = this.#inOrder?.find(path) ?? null;
    const found = this.#firstBefore(mount?.route.order ?? Infinity, own, method, path);
    if (found !== null) return found;
    if (mount !== null) return this.#unlessBarred(mount, method, path);
    const allowed = allowedMethods(path, this.#static, this.#variable, this.#last);
    return allowed.length === 0 ? NOT_FOUND : { kind: 'method-not-allowed', allowed };
  }

  /**
   * Returns the method's own route, that for `GET` if the method is `HEAD`, or that for any method: the first one that
   * was registered before `order`. A route for `GET` and `HEAD` serves `HEAD` only where it serves `GET`.
   */
  #firstBefore(
    order: number,
    own: Match<Handler> | null,
    method: string,
    path: string,
  ): Match<Handler> | null {
    const isBefore = (match: Match<Handler> | null) => match !== null && match.route.order < order;
    const isHead = method === 'HEAD';
    if (isBefore(own) && !(isHead && own?.route.methods.includes('GET'))) return own;
    const get = isHead ? this.#find('GET', path) : null;
    if (isBefore(get)) return get;
    const any = this.#find('*', path);
    return isBefore(any) ? any : null;
  }

  /**
   * Returns the result of a mount, unless an earlier route would match the path if its placeholders had no limits: that
   * route can be the guard of what is mounted.
   */
  #unlessBarred(mount: Match<Handler>, method: string, path: string): DispatchResult<Handler> {
    if (path.length <= MAX_SEGMENTS && !REFUSED.test(path)) return mount;
    const others = method === 'HEAD' ? ['GET', '*'] : ['*'];
    const tables = [this.#last, this.#inOrder, ...others.map((each) => this.#methods.get(each))];
    const isBarred = tables.some(
      (table) => (table?.findUnlimited(path)?.order ?? Infinity) < mount.route.order,
    );
    return isBarred ? NOT_FOUND : mount;
  }

  #find(method: string, path: string): Match<Handler> | null {
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

  /**
   * Ensures that a variant is not dead because of routes in other tables: one `inOrder` because of a route for `GET` or
   * any method, another one because of a route `inOrder`, which matches what begins like a path that it matches.
   *
   * @throws {RouterError} `ROUTE_SHADOWED`
   */
  #ensureInOrder(
    table: MethodTable<Handler>,
    route: RegisteredRoute<Handler>,
    { path, steps: [first] }: CompiledVariant,
  ): void {
    if (route.inOrder && path !== null) {
      for (const method of ['GET', '*']) {
        const rival = this.#methods.get(method);
        if (rival) refuseAfter('ROUTE_SHADOWED', table, route, rival, rival.findVariable(path));
      }
    }
    const rival = this.#inOrder;
    if (rival === null || rival === table) return;
    if (path !== null) refuseAfter('ROUTE_SHADOWED', table, route, rival, rival.findStatic(path));
    const start = first?.kind === 'literal' ? first.text : (path ?? '');
    refuseAfter('ROUTE_SHADOWED', table, route, rival, rival.findVariable(start));
  }
}
