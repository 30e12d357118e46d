import { describe, expect, it } from '@jest/globals';
import type { ServedApplication } from '@mortise/http-message';
import { checkedHandler, checkOptions, withFactories } from './index.js';

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

describe('withFactories', () => {
  const handle = (): never => {
    throw new Error('not called');
  };
  const application = (factories: ServedApplication['factories']): ServedApplication => ({
    handle,
    factories,
  });
  const creating = () => ({ createServerRequestFromSource: () => undefined }) as never;

  it.each([undefined, null, {}, { factories: null }, { factories: {} }])(
    'refuses the options %j for a function, and says what to import',
    (options) => {
      const check = () => withFactories(handle, options as never, invalid);
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
    expect(() => withFactories(handle, options as never, invalid)).toThrow(new RangeError(text));
  });

  it('returns options with factories unchanged, also for an application that has others', () => {
    const options = { factories: creating() };
    expect(withFactories(application(creating()), options, invalid)).toBe(options);
  });

  it.each([undefined, {}, { factories: undefined }])(
    'completes the options %j with the factories of an application',
    (options) => {
      const factories = creating();
      expect(withFactories(application(factories), options as never, invalid)).toEqual({
        factories,
      });
    },
  );

  it('keeps the other options', () => {
    const factories = creating();
    const options = withFactories(application(factories), { port: 0 } as never, invalid);
    expect(options).toEqual({ port: 0, factories });
  });

  it.each([null, {}, 7])('refuses an application whose factories are %j', (factories) => {
    const served = { handle, factories };
    expect(() => withFactories(served as never, {}, invalid)).toThrow(
      'invalid option factories: received ',
    );
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
