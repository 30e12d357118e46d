import { describe, expect, it } from '@jest/globals';
import { checkedHandler, checkFactories, checkOptions } from './index.js';

const invalid = (message: string) => new RangeError(message);
const EXPECTED =
  'expected an application, an object with handle(request), or a function (request) => response';

describe('checkedHandler', () => {
  const handle = (): never => {
    throw new Error('not called');
  };

  it('returns an object with handle unchanged', () => {
    const handler = { handle };
    expect(checkedHandler(handler, invalid)).toBe(handler);
  });

  it('wraps a function in an object with handle', () => {
    expect(checkedHandler(handle, invalid)).toEqual({ handle });
  });

  it('treats a function with a handle method as an object', () => {
    const handler = Object.assign(() => handle(), { handle });
    expect(checkedHandler(handler, invalid)).toBe(handler);
  });

  it.each<[string, unknown, string]>([
    ['nothing', undefined, `received undefined; ${EXPECTED}`],
    ['null', null, `received null; ${EXPECTED}`],
    ['an object without handle', {}, `received an object; ${EXPECTED}`],
    ['a handle that is not a function', { handle: 7 }, `received an object; ${EXPECTED}`],
  ])('refuses %s with the error of the adapter, and says what to pass', (_, given, text) => {
    const check = () => checkedHandler(given as never, invalid);
    expect(check).toThrow(RangeError);
    expect(check).toThrow(`invalid handler: ${text}`);
  });

  it('refuses a class, and says to pass an instance', () => {
    class Application {
      readonly handle = handle;
    }
    expect(() => checkedHandler(Application as never, invalid)).toThrow(
      `invalid handler: received the class Application; ${EXPECTED}; pass an instance, new Application()`,
    );
  });
});

describe('checkFactories', () => {
  it.each([undefined, {}, { factories: null }, { factories: {} }])(
    'refuses the options %j, and says what to import',
    (options) => {
      const check = () => {
        checkFactories(options as never, invalid);
      };
      expect(check).toThrow(RangeError);
      expect(check).toThrow(/^invalid option factories: received .*@mortise\/message'$/);
    },
  );

  it.each([
    [3000, '3000'],
    ['x', '"x"'],
    [() => 1, 'a function'],
  ])('refuses options that are not an object: %p', (options, received) => {
    const text = `invalid options: received ${received}; expected an object: { factories }`;
    expect(() => {
      checkFactories(options as never, invalid);
    }).toThrow(new RangeError(text));
  });

  it('reads null as no options', () => {
    expect(() => {
      checkFactories(null as never, invalid);
    }).toThrow('invalid option factories: received undefined');
  });

  it('accepts factories that create server requests', () => {
    const factories = { createServerRequestFromSource: () => undefined } as never;
    expect(() => {
      checkFactories({ factories }, invalid);
    }).not.toThrow();
  });
});

describe('checkOptions', () => {
  it.each([
    [null, 'null'],
    ['x', '"x"'],
    [{}, 'an object'],
  ])('refuses %j for onError', (onError, received) => {
    const text = `invalid option onError: received ${received}; expected a function`;
    expect(() => {
      checkOptions({ onError }, { onError: 1 }, invalid);
    }).toThrow(new RangeError(text));
  });

  it('refuses an unknown name', () => {
    expect(() => {
      checkOptions(Object.fromEntries([['onErorr', console.error]]), { onError: 1 }, invalid);
    }).toThrow(new RangeError('unknown option onErorr; expected one of onError'));
  });

  it.each([undefined, console.error])('accepts %p for onError', (onError) => {
    expect(() => {
      checkOptions({ onError }, { onError: 1 }, invalid);
    }).not.toThrow();
  });
});
