import { evaluatePreconditions, isEntityTag, type Validators } from '@mortise/http-syntax';
import type { ServerRequestInterface } from '@mortise/http-message';
import { HttpCacheError, PreconditionError } from './http-cache-error.js';

/** Identifies the current representation of a resource. */
export interface CurrentState {
  /** With its quotes: `"7"`, or `W/"7"`. */
  readonly etag?: string;
  readonly lastModified?: Date;
}

/** How strict {@link assertPrecondition} is. */
export interface PreconditionOptions {
  /** Whether a request without If-Match, If-None-Match and If-Unmodified-Since is refused. Default: `false`. */
  readonly required?: boolean;
}

/**
 * Refuses a request whose preconditions do not match, such as a change of a resource that another client
 * has changed. Call it after reading the resource and **before** writing it, in one transaction.
 *
 * @param current `null` if the resource does not exist yet
 * @throws {PreconditionError} `PRECONDITION_FAILED` (412); `PRECONDITION_REQUIRED` (428)
 * @throws {HttpCacheError} `OPTION_INVALID` if `etag` has no quotes
 * @see RFC 9110 13.2.2; RFC 6585 3
 */
export function assertPrecondition(
  request: Pick<ServerRequestInterface, 'getMethod' | 'getHeaderLine'>,
  current: CurrentState | null,
  { required = false }: PreconditionOptions = {},
): void {
  if (required && !hasPrecondition(request)) throw PreconditionError.required();
  if (evaluatePreconditions(request, validatorsOf(current)) === 'failed') {
    throw PreconditionError.failed();
  }
}

function validatorsOf(current: CurrentState | null): Validators | null {
  if (current === null) return null;
  const { etag = null, lastModified = null } = current;
  if (etag === null || isEntityTag(etag)) return { etag, lastModified };
  throw new HttpCacheError('etag', etag, 'an entity tag with its quotes, such as "\\"7\\""');
}

function hasPrecondition(request: Pick<ServerRequestInterface, 'getHeaderLine'>): boolean {
  return ['If-Match', 'If-None-Match', 'If-Unmodified-Since'].some(
    (name) => request.getHeaderLine(name) !== '',
  );
}
