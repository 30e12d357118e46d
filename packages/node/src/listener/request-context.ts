import { AsyncResource } from 'node:async_hooks';

/**
 * The asynchronous context of one request, captured when it arrives. All requests of a connection share one in Node, and
 * those of a batch another one: what a handler sets with `AsyncLocalStorage.enterWith`, such as the user, would be
 * set for later requests too.
 */
export class RequestContext extends AsyncResource {
  constructor() {
    super('MortiseRequest');
  }
}
