import { describe, expect, it } from '@jest/globals';
import { OptionError } from '@mortise/base/options';
import { memoryStore } from '@mortise/store';
import { rateLimit } from './index.js';

const policies = [{ name: 'login', limit: 5, window: 60 }];

describe('the options of rateLimit', () => {
  const store = memoryStore();
  const limiter = { consume: () => Promise.resolve([]) };
  const policy = { name: 'p', limit: 1, window: 1 };
  it.each([
    [{ policies }, 'store'],
    [{ store }, 'policies'],
    [{ store, policies: [] }, 'policies'],
    [{ store, policies: [policy, policy] }, 'policies'],
    [{ store, policies: [{ ...policy, name: 'a"b' }] }, 'policies[0].name'],
    [{ store, policies: [{ ...policy, name: 'x'.repeat(65) }] }, 'policies[0].name'],
    [{ store, policies: [policy, { ...policy, name: 'q', limit: 0 }] }, 'policies[1].limit'],
    [{ store, policies: [{ ...policy, limit: 2_147_483_648 }] }, 'policies[0].limit'],
    [{ store, policies: [{ ...policy, window: 0.5 }] }, 'policies[0].window'],
    [{ store, policies: [{ ...policy, window: 31_536_001 }] }, 'policies[0].window'],
    [{ store, policies: [{ ...policy, kind: 'token' }] }, 'policies[0].kind'],
    [{ store, policies: [{ ...policy, max: 1 }] }, 'policies[0].max'],
    [{ store, policies: [{ ...policy, name: '' }] }, 'policies[0].name'],
    [{ store, policies: [{ ...policy, name: 7 }] }, 'policies[0].name'],
    [{ store, policies: [{ ...policy, window: 0 }] }, 'policies[0].window'],
    [{ store, policies: policy }, 'policies'],
    [{ limiter, policies }, 'limiter'],
    [{ limiter, store }, 'limiter'],
    [{ limiter: {} }, 'limiter'],
    [{ store, policies, key: 7 }, 'key'],
    [{ store, policies, cost: 7 }, 'cost'],
    [{ store, policies, whenDown: 'ignore' }, 'whenDown'],
    [{ store, policies, prefix: 'x'.repeat(129) }, 'prefix'],
    [{ store, policies, prefix: 7 }, 'prefix'],
    [{ store, policies, onEvent: 7 }, 'onEvent'],
    [{ store, policies, now: 7 }, 'now'],
    [{ store, policies, max: 7 }, 'max'],
  ])('refuse %j', (options, option) => {
    expect(() => rateLimit(options as never)).toThrow(OptionError);
    expect(() => rateLimit(options as never)).toThrow(
      expect.objectContaining({ code: 'OPTION_INVALID', option: `rateLimit.${option}` }),
    );
  });

  it.each(['windowMs', 'duration', 'ttl'])('say what to write for %s, with its unit', (name) => {
    const given = { name: 'p', limit: 1, [name]: 60_000 };
    expect(() => rateLimit({ store, policies: [given] } as never)).toThrow(
      `unknown option rateLimit.policies[0].${name}; expected window, in seconds`,
    );
  });

  it('say that policies need different names', () => {
    expect(() => rateLimit({ store, policies: [policy, policy] })).toThrow('distinct names');
  });

  it.each([
    { policies: [{ ...policy, name: 'x'.repeat(64) }] },
    { policies: [{ ...policy, limit: 2_147_483_647, window: 31_536_000 }] },
    { policies: [{ ...policy, kind: 'sliding' as const }] },
    { policies: [{ ...policy, kind: 'fixed' as const }] },
    { policies, prefix: 'x'.repeat(128) },
    { policies, prefix: '' },
    { policies, whenDown: 'pass' as const },
    { policies, whenDown: 'refuse' as const },
  ])('accept %j', (options) => {
    expect(() => rateLimit({ store, ...options })).not.toThrow();
  });
});
