import { OptionError } from '@mortise/base/options';
import type { RouteArgs } from '@mortise/router';
import { parsePattern } from '@mortise/router/pattern';
import type { EndpointDescription } from './endpoint-description.js';

/** The methods that an operation can have. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A description with its method and pattern. Contains no server code, so that clients can import it. */
export interface Operation<
  M extends Method = Method,
  P extends string = string,
  D extends EndpointDescription = EndpointDescription,
> {
  readonly method: M;

  /** A pattern in the router's syntax, such as `/books/{id:[0-9]+}[/{format}]`. */
  readonly pattern: P;

  readonly description: D;
}

/** Operations by name, in nested groups. */
export interface Contract {
  readonly [name: string]: Operation | Contract;
}

/** The arguments of a pattern, by name. */
export type OperationArgs<P extends string> = RouteArgs<P>;

/** Parts that no `GET` has: `fetch` refuses to send a body with it. */
const BODY_PARTS = ['body', 'files', 'accepts'] as const;

/** What a method excludes from a description. */
type Excluded<M> = [M] extends ['GET']
  ? { readonly [Part in (typeof BODY_PARTS)[number]]?: never }
  : unknown;

const METHODS: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/**
 * Describes an operation that a server implements and clients call.
 *
 * @param pattern begins with `/`, or is `''`; does not include the prefix of the group in which it is registered
 * @throws {OptionError} `OPTION_INVALID` if the method is unknown, or not in capitals; for a `GET` with a body
 * @throws {RouterError} `PATTERN_SYNTAX`, `PATTERN_NAME`; expressions are checked when the operation is implemented
 */
export function operation<
  const M extends Method,
  const P extends string,
  const D extends EndpointDescription,
>(
  method: M,
  pattern: P,
  // The intersection makes editors show the documentation of members, which an inferred type does not have.
  description: D & EndpointDescription<unknown> & Excluded<M>,
): Operation<M, P, D> {
  if (!METHODS.includes(method))
    throw new OptionError('operation.method', method, `one of ${METHODS.join(', ')}`);
  const part = BODY_PARTS.find((each) => method === 'GET' && description[each] !== undefined);
  if (part !== undefined) {
    const expected = 'none, because fetch sends no body with GET: use query, or another method';
    throw new OptionError(`operation.${part}`, description[part], expected);
  }
  parsePattern(pattern);
  return { method, pattern, description };
}

/** Whether a member of a contract is an operation rather than a group. */
export function isOperation(member: Operation | Contract): member is Operation {
  return typeof member['pattern'] === 'string';
}
