import { describe, expect, it } from '@jest/globals';
import { OptionError } from '@mortise/base/options';
import { factories } from '@mortise/message';
import { memoryStore } from '@mortise/store';
import { idempotency } from './index.js';

const valid = { store: memoryStore(), factories, scope: () => 'ada' };

describe('the options of idempotency', () => {
  it.each([
    [{ store: undefined }, 'store'],
    [{ store: {} }, 'store'],
    [{ factories: null }, 'factories'],
    [{ factories: { createResponse: () => factories.createResponse() } }, 'factories'],
    [{ scope: undefined }, 'scope'],
    [{ scope: 'ada' }, 'scope'],
    [{ required: 'no' }, 'required'],
    [{ ttl: 2 }, 'ttl'],
    [{ ttl: 315_360_000_001 }, 'ttl'],
    [{ ttl: 0.5 }, 'ttl'],
    [{ claimTtl: 2 }, 'claimTtl'],
    [{ ttl: 1_000, claimTtl: 1_001 }, 'claimTtl'],
    [{ ttl: 315_360_000_000, claimTtl: 2_147_483_648 }, 'claimTtl'],
    [{ onLost: 'ignore' }, 'onLost'],
    [{ maxBytes: -1 }, 'maxBytes'],
    [{ maxRequestBytes: -1 }, 'maxRequestBytes'],
    [{ maxRequestBytes: '1mb' }, 'maxRequestBytes'],
    [{ acceptUnquoted: 1 }, 'acceptUnquoted'],
    [{ documentation: 'keys.html' }, 'documentation'],
    [{ documentation: 'javascript:alert(1)' }, 'documentation'],
    [{ documentation: 'https://a.example/>; rel="x' }, 'documentation'],
    [{ documentation: 'https://a.example/\n' }, 'documentation'],
    [{ whenDown: 'ignore' }, 'whenDown'],
    [{ onEvent: 7 }, 'onEvent'],
    [{ prefix: 7 }, 'prefix'],
    [{ prefix: 'x'.repeat(129) }, 'prefix'],
    [{ now: 7 }, 'now'],
    [{ random: 7 }, 'random'],
    [{ methods: ['POST'] }, 'methods'],
  ])('refuse %j', (options, option) => {
    const configure = () => idempotency({ ...valid, ...options } as never);
    expect(configure).toThrow(OptionError);
    expect(configure).toThrow(
      expect.objectContaining({ code: 'OPTION_INVALID', option: `idempotency.${option}` }),
    );
  });

  it.each([
    { ttl: 3, claimTtl: 3 },
    { ttl: 315_360_000_000, claimTtl: 2_147_483_647 },
    { maxBytes: 0, maxRequestBytes: 0 },
    { documentation: 'https://a.example/keys?a=b#c' },
    { prefix: 'x'.repeat(128) },
    { prefix: '' },
  ])('accept %j', (options) => {
    expect(() => idempotency({ ...valid, ...options })).not.toThrow();
  });

  it('say what the scope is for', () => {
    expect(() => idempotency({ ...valid, scope: undefined } as never)).toThrow(
      'invalid idempotency.scope: received undefined; expected a function',
    );
  });
});
