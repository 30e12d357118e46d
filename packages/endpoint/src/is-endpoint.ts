import type { EndpointDescription } from '@mortise/contract';
import type { Endpoint } from './endpoint-types.js';

/** Whether a value is an endpoint; recognizes those created by another copy of this package. */
export function isEndpoint(value: unknown): value is Endpoint<EndpointDescription, unknown> {
  return typeof value === 'function' && 'description' in value && 'settings' in value;
}
