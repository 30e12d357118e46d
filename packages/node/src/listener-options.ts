import type { ServerRequestCreatorInterface } from '@mortise/http-message';
import type { ServerLimits } from './limits.js';
import type { TrustOptions } from './request/trust.js';

/** How requests are answered, whoever owns the server. */
export interface ListenerOptions extends TrustOptions {
  /** Makes the requests: the factories of an implementation of the messages. */
  readonly factories: ServerRequestCreatorInterface;

  /** What is taken from clients; those not given keep their defaults. */
  readonly limits?: Partial<ServerLimits>;

  /**
   * Told once of each error that is the server's own fault: what a handler threw (unless it has a
   * `status` below 500), a cleanup that failed, a response that cannot be sent. Default: one line on
   * stderr.
   */
  readonly onError?: (error: unknown) => void;
}
