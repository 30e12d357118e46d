import { printError, requestFactories } from '@mortise/base/adapter';
import {
  boolean,
  callable,
  choice,
  ensure,
  nested,
  or,
  type Omittable,
} from '@mortise/base/options';
import type { ErrorEvent, ServerRequestCreatorInterface } from '@mortise/http-message';
import { checkedBasePath } from '@mortise/http-syntax';
import { checkedLimits, type ServerLimits } from './server-limits.js';
import type { MountOptions } from './request/mount.js';
import type { TrustOptions } from './request/trust.js';
import { peers } from './request/trusted-peers.js';

/** Receives server-side errors: see {@link ListenerOptions.onError}. */
export type OnError = (error: unknown, event: ErrorEvent) => void;

/** Options of `toListener`, which `serve` accepts too: how requests are handled. */
export interface ListenerOptions extends MountOptions {
  /** The message factories that create the requests. Default: those of the application. */
  readonly factories?: ServerRequestCreatorInterface | undefined;

  /** Limits for clients; those that you omit keep their defaults. Default: `defaultLimits`. */
  readonly limits?: Omittable<ServerLimits> | undefined;

  /**
   * Called once for each server-side error: a handler error (unless the client gets a status below 500 for it), a
   * response that cannot be sent, a failed cleanup. Default: prints method, target and stack to stderr. If it throws or
   * rejects, both errors are printed.
   */
  readonly onError?: OnError | undefined;
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
 * Checks the options that require `trustProxy`.
 *
 * @param door name of the function that takes the options: `'serve'`
 * @throws {OptionError} `OPTION_INVALID` for `trustPrefix` or `forwardedBy` without `trustProxy`
 */
export function checkTrust(
  { trustProxy = [], trustPrefix, forwardedBy }: TrustOptions,
  door: string,
): void {
  const trusts = trustProxy.length > 0;
  const expected = 'at least one proxy in trustProxy';
  ensure(trusts || trustPrefix !== true, `${door}.trustPrefix`, trustPrefix, expected);
  ensure(trusts || forwardedBy !== 'forwarded', `${door}.forwardedBy`, forwardedBy, expected);
}
