import type { ErrorEvent, ServerRequestCreatorInterface } from '@mortise/http-message';
import type { ServerLimits } from './limits.js';
import type { MountOptions } from './request/mount.js';

/** Called once for each server-side error, with the request that it belongs to. */
export type OnError = (error: unknown, event: ErrorEvent) => void;

/** How requests are answered, whichever code owns the server. */
export interface ListenerOptions extends MountOptions {
  /** Makes the requests: the factories of an implementation of the messages. */
  readonly factories: ServerRequestCreatorInterface;

  /** What is taken from clients; those not given keep their defaults. */
  readonly limits?: Partial<ServerLimits>;

  /**
   * Called once for each server-side error: what a handler threw (unless it has a status below 500),
   * a response that cannot be sent, a cleanup that failed. Default: prints method, target and stack
   * to stderr.
   */
  readonly onError?: OnError;
}
