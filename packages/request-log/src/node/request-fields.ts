import { requestIdOf } from '../request-id.js';
import { traceOf } from '../trace-of.js';
import { currentRequest } from './request-context.js';

/** What a log line says about its request. Absent members are unknown. */
export interface RequestFields {
  /** Set by `requestId`: the received id (1 to 128 characters), otherwise the result of `create`. */
  readonly requestId?: string;

  /** 32 hexadecimal digits. */
  readonly traceId?: string;

  /** The caller's span: 16 hexadecimal digits. */
  readonly parentId?: string;
}

/**
 * Returns the ids of the request that the running code handles: `pino({ mixin: requestFields })`.
 *
 * @returns a fresh object, empty outside a request
 */
export function requestFields(): RequestFields {
  const request = currentRequest();
  if (request === null) return {};
  const id = requestIdOf(request);
  return { ...(id !== null && { requestId: id }), ...traceOf(request) };
}
