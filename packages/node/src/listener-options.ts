import { printError, requestFactories } from '@mortise/base/adapter';
import { boolean, callable, choice, ensure, nested, or } from '@mortise/base/options';
import type { ErrorEvent, ServerRequestCreatorInterface } from '@mortise/http-message';
import { checkedBasePath } from '@mortise/http-syntax';
import { checkedLimits, type ServerLimits } from './server-limits.js';
import type { MountOptions } from './request/mount.js';
import type { TrustOptions } from './request/trust.js';
import { peers } from './request/trusted-peers.js';

/** See {@link ListenerOptions.onError}. */
export type OnError = (error: unknown, event: ErrorEvent) => void;

/** How requests are handled, whether or not this package owns the server. */
export interface ListenerOptions extends MountOptions {
  /** Creates the requests: the factories of an implementation of the messages. Default: those of the application. */
  readonly factories?: ServerRequestCreatorInterface;

  /** Limits for clients. Default: those from `@mortise/node`, even for omitted ones. */
  readonly limits?: Partial<ServerLimits>;

  /**
   * Called once for each server-side error: an error of a handler (unless it has a status below 500),
   * a response that cannot be sent, a cleanup that failed. Default: prints method, target and stack
   * to stderr. If it throws or rejects, both errors are printed.
   */
  readonly onError?: OnError;
}

/** The rules of {@link ListenerOptions}. */
export const listenerRules = {
  factories: requestFactories,
  limits: nested(checkedLimits),
  onError: or(callable, printError),
  basePath: nested(checkedBasePath),
  trustProxy: or(peers, []),
  forwardedBy: or(choice('x-forwarded', 'forwarded'), 'x-forwarded'),
  trustPrefix: or(boolean, false),
};

/**
 * Checks what depends on two options.
 *
 * @param door the function that takes the options: `'serve'`
 * @throws {OptionError} `OPTION_INVALID` for `trustPrefix` or `forwardedBy` without `trustProxy`
 */
export function checkTrust(
  { trustProxy = [], trustPrefix, forwardedBy }: TrustOptions,
  door: string,
): void {
  const trusts = trustProxy.length > 0;
  const expected = 'trustProxy with at least one proxy beside it';
  ensure(trusts || trustPrefix !== true, `${door}.trustPrefix`, trustPrefix, expected);
  ensure(trusts || forwardedBy !== 'forwarded', `${door}.forwardedBy`, forwardedBy, expected);
}
