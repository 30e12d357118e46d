import { accepted, boolean, ensure, integer, object, rule } from '@mortise/base/options';
import type { RateLimitState } from './rate-limit-state.js';

const POLICY_NAME = /^[\w.-]{1,64}$/;

/** The rule of a policy's name. */
export const policyName = rule<string>(
  (value) => typeof value === 'string' && POLICY_NAME.test(value),
  '1 to 64 letters, digits, ".", "_" and "-"',
);
const whole = integer(0);
const wait = rule<number>(
  (value) => value === Infinity || (Number.isSafeInteger(value) && (value as number) >= 0),
  'a whole number of seconds, at least 0, or Infinity',
);

/**
 * Checks the states that a custom limiter has returned, because headers such as `Retry-After` require integers.
 *
 * @throws {OptionError} if they are not a list of valid states
 */
export function checkedStates(states: readonly RateLimitState[]): readonly RateLimitState[] {
  const path = 'rateLimit.limiter.consume';
  ensure(
    Array.isArray(states),
    path,
    states,
    'a promise that resolves to a list with the state of each policy',
  );
  for (const [at, state] of states.entries()) {
    accepted<unknown>(object, state, `${path}[${at}]`);
    const of = (name: keyof RateLimitState): string => `${path}[${at}].${name}`;
    accepted(policyName, state.name, of('name'));
    accepted(boolean, state.allowed, of('allowed'));
    accepted(wait, state.retryAfter, of('retryAfter'));
    for (const name of ['limit', 'window', 'remaining', 'reset'] as const)
      accepted(whole, state[name], of(name));
  }
  return states;
}
