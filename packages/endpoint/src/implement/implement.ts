import { callable, ensure, options, or, text } from '@mortise/base/options';
import type { RouteCollectorProxyInterface, RouteInterface, VariantTypes } from '@mortise/app';
import {
  type Contract,
  isOperation,
  type Method,
  type Operation,
  type OperationArgs,
} from '@mortise/contract';
import { checkDescription } from '../check-description.js';
import { endpoint } from '../endpoint.js';
import type { EndpointHandler, MakeEndpoint } from '../endpoint-types.js';

/** The handlers of a contract, grouped like its operations. */
export type HandlersOf<C> = {
  readonly [Name in keyof C]: C[Name] extends Operation<Method, infer P, infer D>
    ? EndpointHandler<D, OperationArgs<P>>
    : HandlersOf<C[Name]>;
};

/** The routes of a contract, grouped like its operations. */
export type RoutesOf<C, T extends VariantTypes, Prefix extends string = string> = {
  readonly [Name in keyof C]: C[Name] extends { readonly pattern: infer P extends string }
    ? RouteInterface<T, `${Prefix}${P}`>
    : RoutesOf<C[Name], T, Prefix>;
};

/** Options of {@link implement}. */
export interface ImplementOptions {
  /** The function that creates the route handlers, such as the result of `endpoints(options)`. Default `endpoint`. */
  readonly endpoint?: MakeEndpoint | undefined;

  /** Begins the names of all routes, such as `'v2.'`; for a second implementation of a contract. Default: `''`. */
  readonly namePrefix?: string | undefined;
}

const declared = options<ImplementOptions>()('implement', {
  endpoint: or(callable, endpoint),
  namePrefix: or(text(), ''),
});

/**
 * Registers the operations of a contract as routes, in order. Each route is named after its operation, prefixed with
 * the names of the enclosing groups: `'books.create'`. To implement a contract twice, as for two versions, set
 * `namePrefix`.
 *
 * @param routes an application or one of its groups, of any variant
 * @returns the routes, grouped like the operations: `routes.books.create.add(guard)`
 * @throws {OptionError} `OPTION_INVALID` if operations have no handler (the message names all of them), or a
 *   description is invalid; then no route is registered
 * @throws {RouterError} `ROUTE_NAME_TAKEN` if another route has the name of an operation; that route, and those after
 *   it, are not registered
 */
export function implement<C extends Contract, T extends VariantTypes, Prefix extends string>(
  routes: RouteCollectorProxyInterface<T, Prefix>,
  contract: C,
  handlers: HandlersOf<C>,
  given: ImplementOptions = {},
): RoutesOf<C, T, Prefix> {
  const { endpoint: make, namePrefix } = declared(given);
  checkHandlers(contract, handlers);
  const register = (group: Contract, functions: unknown, path: string): object =>
    Object.fromEntries(
      Object.entries(group).map(([name, member]) => {
        const whole = `${path}${name}`;
        const inner = handlerAt(functions, name);
        if (!isOperation(member)) return [name, register(member, inner, `${whole}.`)];
        const callback = make(member.description, methodOf(functions, inner));
        return [name, routes.map([member.method], member.pattern, callback, { name: whole })];
      }),
    );
  return register(contract, handlers, namePrefix) as RoutesOf<C, T, Prefix>;
}

/** Checks all operations before any is registered, so that an incomplete contract registers nothing. */
function checkHandlers(contract: Contract, handlers: unknown): void {
  const missing: (readonly [name: string, value: unknown])[] = [];
  const check = (group: Contract, given: unknown, path: string): void => {
    for (const [name, member] of Object.entries(group)) {
      const whole = `${path}${name}`;
      const inner = handlerAt(given, name);
      if (!isOperation(member)) {
        check(member, inner, `${whole}.`);
        continue;
      }
      checkDescription(member.description, `implement.contract.${whole}`);
      if (typeof inner !== 'function') missing.push([whole, inner]);
    }
  };
  check(contract, handlers, '');
  const [first, ...others] = missing;
  if (first === undefined) return;
  const also =
    others.length === 0 ? '' : `; also missing: ${others.map(([name]) => name).join(', ')}`;
  ensure(false, `implement.handlers.${first[0]}`, first[1], `a function${also}`);
}

/** Keeps the object of a handler, for the methods of a class, and its code, which hints read. */
function methodOf(handlers: unknown, handler: unknown): EndpointHandler<object, never> {
  const method = (handler as EndpointHandler<object, never>).bind(handlers);
  return Object.assign(method, { toString: () => String(handler) });
}

function handlerAt(handlers: unknown, name: string): unknown {
  const handler = (Object(handlers) as Readonly<Record<string, unknown>>)[name];
  // Methods that every object inherits, such as `toString`, are not handlers; methods of a class are.
  return handler === Object.prototype[name as 'toString'] ? undefined : handler;
}
