import { ROUTED } from '@mortise/base/keys';
import type { ErrorEvent, ServerRequestInterface } from '@mortise/http-message';

/** Describes a request whose handler failed, for `onError`. */
export function errorEvent(request: ServerRequestInterface, status: number): ErrorEvent {
  const { REMOTE_ADDR } = request.getServerParams();
  return {
    request,
    method: request.getMethod(),
    target: request.getRequestTarget(),
    remoteAddress: typeof REMOTE_ADDR === 'string' ? REMOTE_ADDR : null,
    route: request.getLifetime().getValue(ROUTED) ?? null,
    status,
    phase: 'handler',
  };
}
