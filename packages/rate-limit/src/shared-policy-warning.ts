import type { Complete } from '@mortise/base/options';
import { quote, warnOnce } from '@mortise/base';
import { isDevelopment } from '@mortise/base/message';
import type { ServerRequestInterface } from '@mortise/http-message';
import type { StoreInterface } from '@mortise/store';
import type { RateLimitPolicy } from './rate-limit-policy.js';

type Policy = Complete<RateLimitPolicy>;

/** The policies of each store, by prefix and name. */
const known = new WeakMap<StoreInterface, Map<string, Policy>>();

/**
 * Creates a function that warns once, in development, if another layer counts in the same store under the same name, but
 * with another limit, window or kind: each layer then also counts the requests of the other.
 */
export function sharedPolicyWarning(
  store: StoreInterface,
  prefix: string,
  policies: readonly Policy[],
): (request: ServerRequestInterface) => void {
  const ofStore = known.get(store) ?? new Map<string, Policy>();
  known.set(store, ofStore);
  const shared = policies.find((policy) => {
    const other = ofStore.get(prefix + policy.name);
    return other !== undefined && !isEqual(policy, other);
  });
  for (const policy of policies) ofStore.set(prefix + policy.name, policy);
  if (shared === undefined) return () => undefined;
  const warnNow = warnOnce('RATE_LIMIT_SHARED');
  return (request) => {
    if (!isDevelopment(request)) return;
    warnNow(
      `two rateLimit() layers with different limits share one count, because both have the policy ${quote(shared.name)} in the same store`,
      'Give the policies different names, or the layers different values of prefix.',
    );
  };
}

function isEqual(one: Policy, other: Policy): boolean {
  return one.limit === other.limit && one.window === other.window && one.kind === other.kind;
}
