import type { CompiledVariant } from '../compiler/pattern-compiler.js';
import type { RegisteredRoute } from '../registered-route.js';
import { RouterError } from '../router-error.js';
import type { MethodTable } from './routes-of-one-method.js';

/**
 * Returns the node at which a variant ends in the table's tree; 0 for a variant without placeholders, which is not in
 * the tree.
 *
 * @throws {RouterError} `ROUTE_DUPLICATE`, `ROUTE_SHADOWED`
 */
export function freeEnd<Handler>(
  table: MethodTable<Handler>,
  route: RegisteredRoute<Handler>,
  { path, steps }: CompiledVariant,
): number {
  const end = path === null ? table.endOf(steps) : 0;
  const twin = path === null ? table.variableAt(end) : table.findStatic(path);
  refuseAfter('ROUTE_DUPLICATE', table, route, table, twin);
  if (path !== null) refuseAfter('ROUTE_SHADOWED', table, route, table, table.findVariable(path));
  return end;
}

/** Throws the error for a route that conflicts with an earlier one, unless that is null. */
export function refuseAfter<Handler>(
  code: 'ROUTE_DUPLICATE' | 'ROUTE_SHADOWED',
  { method }: MethodTable<Handler>,
  { pattern }: RegisteredRoute<Handler>,
  rival: MethodTable<Handler>,
  earlier: RegisteredRoute<Handler> | null,
): void {
  if (earlier === null) return;
  const mine = `${method} "${pattern}"`;
  const other = `${rival.method} "${earlier.pattern}"`;
  const rule =
    code === 'ROUTE_DUPLICATE'
      ? `${mine} matches the same paths as ${other}, which was registered earlier; remove one of them`
      : `${mine} is never reached: ${other}, registered earlier, matches its path; register ${mine} before ${other}`;
  throw RouterError.of(code, rule, pattern);
}
