import type { RequestHandlerInterface, ServerRequestInterface } from '@mortise/http-message';
import { notRequest, requestAssigned } from '../foreign-habits.js';
import { isRequest } from './is-request.js';

/**
 * Wraps what a layer calls, for one request, so that two mistakes throw an error that says what to write: `handle()`
 * without a request, and a member assigned to a request, which its copies lack. For development only.
 *
 * @param received the request that the layer received
 * @param name the layer's name
 */
export function checkedHandler(
  inner: RequestHandlerInterface,
  received: ServerRequestInterface,
  name: string,
): RequestHandlerInterface {
  const before = Object.keys(received);
  return {
    handle(request) {
      if (!isRequest(request)) throw notRequest(request);
      // A request of another class has members of its own.
      const isCopy = request.constructor === received.constructor;
      const all = Object.keys(isCopy ? { ...received, ...request } : received);
      const member = all.find((key) => !before.includes(key) && !key.startsWith('_'));
      if (member !== undefined) throw requestAssigned(name, member);
      return inner.handle(request);
    },
  };
}
