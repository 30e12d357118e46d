import type { CompiledVariant } from '../compiler/pattern-compiler.js';
import type { Step } from '../compiler/step.js';
import type { RegisteredRoute } from '../registered-route.js';
import { RouterError, shown } from '../router-error.js';
import type { DispatchResult, Found } from './dispatch-result.js';
import { MethodTable } from './method-table.js';

const NOT_FOUND = Object.freeze({ kind: 'not-found' } as const);

/** Every route by method, and the rules by which one of them wins. */
export class RouteTable<Handler> {
  readonly #methods = new Map<string, MethodTable<Handler>>();
  /** Methods in the order in which they first had a route without placeholders, and with some. */
  readonly #staticMethods = new Set<string>();
  readonly #variableMethods = new Set<string>();
  #order = 0;

  /**
   * What becomes of a method and a path: the method's own routes, `GET` for `HEAD`, then routes of
   * any method.
   *
   * @param path canonical, beginning with a slash
   */
  dispatch(method: string, path: string): DispatchResult<Handler> {
    return this.#methods.get(method)?.find(path) ?? this.#dispatchOtherwise(method, path);
  }

  /**
   * Adds a route under all its methods, or under none.
   *
   * @throws {RouterError} `ROUTE_DUPLICATE`, `ROUTE_SHADOWED`
   */
  add(route: RegisteredRoute<Handler>, variants: readonly CompiledVariant[]): void {
    const additions = route.methods.flatMap((method) =>
      variants.map((variant) => this.#prepare(method, route, variant)),
    );
    for (const commit of additions) commit();
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
    for (const method of this.#staticMethods) {
      if (this.#table(method).findStatic(path) !== null) allowed.push(method);
    }
    for (const method of this.#variableMethods) {
      if (!allowed.includes(method) && this.#table(method).findVariable(path) !== null)
        allowed.push(method);
    }
    return allowed;
  }

  /** Checks one variant under one method; what it returns adds it. */
  #prepare(
    method: string,
    route: RegisteredRoute<Handler>,
    { steps, names }: CompiledVariant,
  ): () => void {
    const table = this.#table(method);
    const path = staticPath(steps);
    if (path !== null) {
      refuse('ROUTE_DUPLICATE', method, route, table.findStatic(path));
      refuse('ROUTE_SHADOWED', method, route, table.findVariable(path));
      return () => {
        this.#staticMethods.add(method);
        table.addStatic(path, route);
      };
    }
    const order = this.#order++;
    const end = table.end(steps, order);
    refuse('ROUTE_DUPLICATE', method, route, end.leaf?.route ?? null);
    return () => {
      this.#variableMethods.add(method);
      end.leaf = { order, route, names };
    };
  }

  #table(method: string): MethodTable<Handler> {
    let table = this.#methods.get(method);
    if (table === undefined) {
      table = new MethodTable();
      this.#methods.set(method, table);
    }
    return table;
  }
}

/** The path of a variant without placeholders; null for another. */
function staticPath(steps: readonly Step[]): string | null {
  const [first] = steps;
  if (first === undefined) return '';
  return first.kind === 'literal' && steps.length === 1 ? first.text : null;
}

function refuse<Handler>(
  code: 'ROUTE_DUPLICATE' | 'ROUTE_SHADOWED',
  method: string,
  route: RegisteredRoute<Handler>,
  earlier: RegisteredRoute<Handler> | null,
): void {
  if (earlier === null) return;
  const [mine, other] = [
    `${method} ${shown(route.pattern)}`,
    `${method} ${shown(earlier.pattern)}`,
  ];
  const message =
    code === 'ROUTE_DUPLICATE'
      ? `${mine} matches the same paths as ${other}, which was registered before; remove one of them`
      : `${mine} is never reached: ${other}, registered before, matches its path; register it first`;
  throw RouterError.of(code, message, route.pattern);
}
