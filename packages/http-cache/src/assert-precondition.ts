import { boolean, OptionError, options as declare, or } from '@mortise/base/options';
import {
  evaluatePreconditions,
  isEntityTag,
  parseHttpDate,
  type Validators,
} from '@mortise/http-syntax';
import type { ServerRequestInterface } from '@mortise/http-message';
import { PreconditionError } from './http-cache-error.js';

/** The validators of a resource's current state. */
export interface CurrentState {
  /** The entity tag, with its quotes: `"7"` or `W/"7"`. */
  readonly etag?: string;
  readonly lastModified?: Date;
}

/** Options of {@link assertPrecondition}. */
export interface PreconditionOptions {
  /**
   * Whether a request is refused unless it has a precondition that can fail: `If-Match`, `If-None-Match: *`, or
   * `If-Unmodified-Since` with a valid date if the resource has `lastModified`. CONNECT, OPTIONS and TRACE need none,
   * since they have no preconditions. Default: `false`.
   */
  readonly required?: boolean | undefined;
}

const declared = declare<PreconditionOptions>()('assertPrecondition', {
  required: or(boolean, false),
});

/**
 * Throws if a request's preconditions do not match, for example for an update of a resource that another client has
 * changed. Call it after reading the resource and **before** writing it, in one transaction.
 *
 * @param current `null` if the resource does not exist yet
 * @throws {PreconditionError} `PRECONDITION_FAILED` (412) if a precondition does not match; `PRECONDITION_REQUIRED`
 *   (428) if it is required and missing
 * @throws {OptionError} if an option is invalid, or `etag` has no quotes
 * @see RFC 9110 13.2.2; RFC 6585 3
 */
export function assertPrecondition(
  request: Pick<ServerRequestInterface, 'getMethod' | 'hasHeader' | 'getHeaderLine'>,
  current: CurrentState | null,
  options?: PreconditionOptions,
): void {
  const { required } = declared(options);
  const validators = validatorsOf(current);
  if (evaluatePreconditions(request, validators) === 'failed') throw PreconditionError.failed();
  if (required && !canFail(request, validators)) throw PreconditionError.required();
}

function validatorsOf(current: CurrentState | null): Validators | null {
  if (current === null) return null;
  const { etag = null, lastModified = null } = current;
  if (etag === null || isEntityTag(etag)) return { etag, lastModified };
  throw new OptionError('etag', etag, 'an entity tag with its quotes, such as "\\"7\\""');
}

/** Whether a request has a precondition that would fail for another state of the resource, or can have none. */
function canFail(
  request: Pick<ServerRequestInterface, 'getMethod' | 'hasHeader' | 'getHeaderLine'>,
  current: Validators | null,
): boolean {
  if (request.hasHeader('If-Match') || hasNoPreconditions(request)) return true;
  const ifNoneMatch = request.getHeaderLine('If-None-Match');
  // With any other value, `If-None-Match` lets every version be changed except the listed ones.
  if (ifNoneMatch === '*' || (ifNoneMatch !== '' && isRead(request))) return true;
  const since = parseHttpDate(request.getHeaderLine('If-Unmodified-Since'));
  return since !== null && current !== null && current.lastModified !== null;
}

function hasNoPreconditions(request: Pick<ServerRequestInterface, 'getMethod'>): boolean {
  return ['CONNECT', 'OPTIONS', 'TRACE'].includes(request.getMethod());
}

function isRead(request: Pick<ServerRequestInterface, 'getMethod'>): boolean {
  return ['GET', 'HEAD'].includes(request.getMethod());
}
