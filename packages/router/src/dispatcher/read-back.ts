import type { CompiledVariant } from '../compiler/pattern-compiler.js';
import { MethodTable } from './method-table.js';
import type { RouteArgs } from '../route-args.js';
import type { RegisteredRoute } from '../registered-route.js';

/**
 * Returns a function that reads the arguments of a path as its route will when a client requests it.
 *
 * @param variants of the route, shortest first
 * @returns the function returns `null` for a path that the route does not match
 */
export function readBack(variants: readonly CompiledVariant[]): (path: string) => RouteArgs | null {
  const table = new MethodTable<null>('');
  const route = { handler: null } as RegisteredRoute<null>;
  for (const { path, steps, names } of variants) {
    if (path !== null) table.addStatic(path, route);
    else table.addVariable(table.endOf(steps), names, route);
  }
  return (path) => table.find(path)?.args ?? null;
}
