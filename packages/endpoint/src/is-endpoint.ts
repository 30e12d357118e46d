import type { EndpointDescription } from '@mortise/contract';
import type { Endpoint } from './endpoint-types.js';

/** Whether a value was created by `endpoint`, in any copy of this package. */
export function isEndpoint(value: unknown): value is Endpoint<EndpointDescription, unknown> {
  return typeof value === 'function' && 'description' in value && 'settings' in value;
}
