import { OptionError } from '@mortise/base/options';
import type { RouteArgs } from '@mortise/router';
import { parsePattern } from '@mortise/router/pattern';
import type { EndpointDescription } from './endpoint-description.js';

/** Methods of operations. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A description with its method and pattern. It contains no server code, so that a client can import it. */
export interface Operation<
  M extends Method = Method,
  P extends string = string,
  D extends EndpointDescription = EndpointDescription,
> {
  readonly method: M;

  /** In the syntax of the router: `/books/{id:[0-9]+}[/{format}]`. */
  readonly pattern: P;

  readonly description: D;
}

/** Operations by name, in nested groups. */
export interface Contract {
  readonly [name: string]: Operation | Contract;
}

/** The arguments of a pattern. */
export type OperationArgs<P extends string> = RouteArgs<P>;

const METHODS: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/**
 * Describes an operation, which a server implements and a client calls.
 *
 * @param pattern begins with `/`, or is `''`; without the prefix of the group that will contain it
 * @throws {OptionError} `OPTION_INVALID` for an unknown method, or one that is not in capitals
 * @throws {RouterError} `PATTERN_SYNTAX`, including a segment `*` and `:name?`; `PATTERN_NAME`. Expressions are checked
 *   when the operation is implemented
 */
export function operation<
  const M extends Method,
  const P extends string,
  const D extends EndpointDescription,
>(
  method: M,
  pattern: P,
  // For editors: a description whose type is inferred shows no sentences of its members.
  description: D & EndpointDescription<unknown>,
): Operation<M, P, D> {
  if (!METHODS.includes(method))
    throw new OptionError('operation.method', method, `one of ${METHODS.join(', ')}`);
  parsePattern(pattern);
  return { method, pattern, description };
}

/** Whether a member of a contract is an operation, not a group of them. */
export function isOperation(member: Operation | Contract): member is Operation {
  return typeof member['pattern'] === 'string';
}
