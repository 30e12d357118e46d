import type { ErrorEvent, ServerRequestCreatorInterface } from '@mortise/http-message';
import type { ServerLimits } from './limits.js';
import type { MountOptions } from './request/mount.js';

/** Called once for each server-side error, with the request that it belongs to. */
export type OnError = (error: unknown, event: ErrorEvent) => void;

/** How requests are handled, whether or not this package owns the server. */
export interface ListenerOptions extends MountOptions {
  /** Creates the requests: the factories of an implementation of the messages. Default: those of the application. */
  readonly factories: ServerRequestCreatorInterface;

  /** Limits for clients; omitted ones keep their defaults. */
  readonly limits?: Partial<ServerLimits>;

  /**
   * Called once for each server-side error: an error of a handler (unless it has a status below 500),
   * a response that cannot be sent, a cleanup that failed. Default: prints method, target and stack
   * to stderr. If it throws or rejects, both errors are printed.
   */
  readonly onError?: OnError;
}

/** The names of {@link ListenerOptions}. */
export const LISTENER_OPTIONS: Readonly<Record<keyof ListenerOptions, 1>> = {
  factories: 1,
  limits: 1,
  onError: 1,
  basePath: 1,
  trustProxy: 1,
  forwardedBy: 1,
  trustPrefix: 1,
};
