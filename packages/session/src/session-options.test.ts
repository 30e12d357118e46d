import { describe, expect, it } from '@jest/globals';
import { OptionError } from '@mortise/base/options';
import { memoryStore } from '@mortise/store';
import * as sessionPackage from './index.js';
import { session } from './index.js';

describe('the options of session', () => {
  const store = memoryStore();
  it.each([
    [{}, 'store'],
    [{ store: { get: () => null } }, 'store'],
    [{ store, idleTtl: 0 }, 'idleTtl'],
    [{ store, absoluteTtl: 1.5 }, 'absoluteTtl'],
    [{ store, maxBytes: 0 }, 'maxBytes'],
    [{ store, whenDown: 'ignore' }, 'whenDown'],
    [{ store, prefix: 'x'.repeat(129) }, 'prefix'],
    [{ store, onEvent: 7 }, 'onEvent'],
    [{ store, cookie: { name: '__Host-sid' } }, 'cookie.name'],
    [{ store, cookie: { name: 'a b' } }, 'cookie.name'],
    [{ store, cookie: { name: '' } }, 'cookie.name'],
    [{ store, cookie: { sameSite: 'lax' } }, 'cookie.sameSite'],
    [{ store, cookie: { secure: 'no' } }, 'cookie.secure'],
    [{ store, ttl: 7 }, 'ttl'],
  ])('are refused: %j', (options, option) => {
    expect(() => session(options as never)).toThrow(OptionError);
    expect(() => session(options as never)).toThrow(
      expect.objectContaining({ code: 'OPTION_INVALID', option: `session.${option}` }),
    );
  });

  it.each(['idleTtl', 'absoluteTtl'])('say the unit of %s', (name) => {
    expect(() => session({ store, [name]: '2h' })).toThrow(/, in milliseconds$/);
  });

  it.each([
    ['httpOnly', 'no httpOnly: scripts can never read it'],
    ['maxAge', 'persistent: true; absoluteTtl sets the lifetime'],
  ])('say what to write for the attribute %s of other cookies', (name, line) => {
    expect(() => session({ store, cookie: { [name]: 1 } })).toThrow(
      `unknown option session.cookie.${name}; expected ${line}`,
    );
  });
});

describe('@mortise/session', () => {
  it('has names that other copies of the package, and stored sessions, share', () => {
    const { CSRF_SECRET, SESSION } = sessionPackage;
    expect([SESSION, CSRF_SECRET]).toEqual(['mortise.session', 'mortise.csrf-secret']);
  });
});
