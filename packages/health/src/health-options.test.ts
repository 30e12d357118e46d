import { describe, expect, it } from '@jest/globals';
import { OptionError } from '@mortise/base/options';
import { factories } from '@mortise/message';
import { health } from './index.js';

describe('the options of health', () => {
  it.each([
    [{ factories: null }, 'factories'],
    [{ factories: { createResponse: () => factories.createResponse() } }, 'factories'],
    [{ checks: null }, 'checks'],
    [{ checks: new Map([['store', () => Promise.reject(new Error('down'))]]) }, 'checks'],
    [{ checks: () => undefined }, 'checks'],
    [{ checks: { store: 'up' } }, 'checks.store'],
    [{ timeout: 0 }, 'timeout'],
    [{ timeout: 60_001 }, 'timeout'],
    [{ maxAge: -1 }, 'maxAge'],
    [{ maxAge: 60_001 }, 'maxAge'],
    [{ live: 'live' }, 'live'],
    [{ ready: 7 }, 'ready'],
    [{ ready: '/health/live' }, 'ready'],
    [{ details: true }, 'details'],
    [{ onEvent: 7 }, 'onEvent'],
    [{ now: 7 }, 'now'],
    [{ readiness: '/ready' }, 'readiness'],
  ])('refuse %j', (options, option) => {
    const configure = () => health({ factories, ...options } as never);
    expect(configure).toThrow(OptionError);
    expect(configure).toThrow(
      expect.objectContaining({ code: 'OPTION_INVALID', option: `health.${option}` }),
    );
  });

  it.each([
    { timeout: 1, maxAge: 0 },
    { timeout: 60_000, maxAge: 60_000 },
    { live: '/', ready: '/ready' },
    { timeout: undefined, checks: undefined },
  ])('accept %j', (options) => {
    expect(() => health({ factories, ...options })).not.toThrow();
  });
});
