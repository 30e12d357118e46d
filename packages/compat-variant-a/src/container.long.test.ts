import { describe, expect, it } from '@jest/globals';
import { expectTypeOf } from 'expect-type';
import {
  Container,
  type Slim3ErrorHandler,
  type Slim3Middleware,
  type PathRouterInterface,
  type Settings,
} from './index.js';

declare module './services.js' {
  interface Services {
    readonly testGreeting: string;
  }
}

describe('Container', () => {
  it('creates an entry once, when it is first requested', () => {
    let made = 0;
    const container = new Container({ a: () => ({ made: ++made }) });
    expect(made).toBe(0);
    expect(container.get('a')).toBe(container.get('a'));
    expect(made).toBe(1);
  });

  it('creates an entry of factory at each get, until set replaces it', () => {
    let made = 0;
    const container = new Container().factory('a', () => ({ made: ++made }));
    expect([container.get('a'), container.get('a')]).toEqual([{ made: 1 }, { made: 2 }]);
    container.set('a', () => ({ made: ++made }));
    expect(container.get('a')).toBe(container.get('a'));
    container.factory('a', () => ({ made: ++made }));
    expect([container.get('a'), container.get('a')]).toEqual([{ made: 4 }, { made: 5 }]);
  });

  it.each(['set', 'factory'] as const)('refuses a value in %s, and names its entry', (method) => {
    expect(() => new Container()[method]('greeting', 'Hello' as never)).toThrow(
      expect.objectContaining({
        code: 'ENTRY_INVALID',
        value: 'Hello',
        message:
          'invalid container entry "greeting": received a string of length 5; expected a function that creates it and takes no argument but the container: set("greeting", () => value)',
      }),
    );
  });

  it.each(['set', 'factory'] as const)('refuses in %s what cannot create an entry', (method) => {
    class Mailer {
      readonly own = 1;
    }
    const handler = (request: unknown, response: unknown) => [request, response];
    const received = [Mailer, handler].map((given) => {
      try {
        new Container()[method]('entry', given as never);
        return null;
      } catch (error) {
        return (error as Error).message;
      }
    });
    const expected =
      'expected a function that creates it and takes no argument but the container: set("entry",';
    expect(received).toEqual([
      `invalid container entry "entry": received the class Mailer; ${expected} () => new Mailer())`,
      `invalid container entry "entry": received a function with 2 parameters; ${expected} () => value)`,
    ]);
  });

  it('passes the container to the function of an entry', () => {
    const container = new Container({ a: () => 1, b: (services) => [services.get('a')] });
    expect(container.get('b')).toEqual([1]);
  });

  it('replaces an entry that was already created', () => {
    const container = new Container({ a: () => 1 });
    container.get('a');
    expect(container.set('a', () => 2).get('a')).toBe(2);
  });

  it('refuses members, which all requests would share, except in a derived class', () => {
    class Services extends Container {
      own?: number;
      constructor() {
        super();
        this.own = 1;
        Object.assign(this, { other: 2 });
      }
    }
    const derived = new Services();
    expect(() => Object.assign(new Container(), { user: 'ada' })).toThrow(
      new TypeError(
        "cannot set this.user: `this` is the container, which all requests share. To pass a value of one request, write request = request.withAttribute('app.user', user), and read it with request.getAttribute('app.user').",
      ),
    );
    expect([derived.own, Object.entries(derived), 'user' in derived]).toEqual([
      1,
      [
        ['own', 1],
        ['other', 2],
      ],
      false,
    ]);
  });

  it('refuses to be read like an object, as Slim 3 allows, and says what to write', () => {
    const inner = new Map<string, unknown>([['mail', 1]]);
    const container: Container & Record<string, unknown> = new Container(
      { db: () => 1 },
      inner,
    ) as never;
    for (const name of ['db', 'mail']) {
      expect(() => container[name]).toThrow(
        new TypeError(`this.${name} is an entry of the container: write this.get('${name}')`),
      );
    }
    expect([container['other'], container['then'], typeof container.valueOf]).toEqual([
      undefined,
      undefined,
      'function',
    ]);
    const everything = new Container({}, { has: () => true, get: () => 1 });
    expect(Reflect.get(everything, 'then')).toBeUndefined();
  });

  it('names entries that need each other, and can create them once they do not', () => {
    const container = new Container({
      a: (services) => services.get('b'),
      b: (services) => services.get('c'),
      c: (services) => services.get('b'),
    });
    expect(() => container.get('a')).toThrow(
      expect.objectContaining({
        code: 'ENTRY_INVALID',
        message:
          'circular container entries: "b" gets "c" gets "b"; get one of them later, in a method',
      }),
    );
    container.set('c', () => 1);
    expect(container.get('a')).toBe(1);
  });

  it('looks up missing entries in the other container', () => {
    const container = new Container({}, new Container({ a: () => 1 }));
    expect([container.has('a'), container.get('a'), container.has('b')]).toEqual([true, 1, false]);
  });

  it('has no entry under a name of Object.prototype, and names the missing entry', () => {
    for (const id of ['constructor', '__proto__', 'a']) {
      expect(new Container().has(id)).toBe(false);
      expect(() => new Container().get(id)).toThrow(
        expect.objectContaining({ code: 'CONTAINER_ENTRY_MISSING', value: id }),
      );
    }
  });

  it('is typed by the names of its entries, including those that other modules declare', () => {
    const container = new Container();
    const types = (): void => {
      expectTypeOf(container.get('router')).toEqualTypeOf<PathRouterInterface>();
      expectTypeOf(container.get('settings')).toEqualTypeOf<Settings>();
      expectTypeOf(container.get('errorHandler')).toEqualTypeOf<Slim3ErrorHandler | null>();
      expectTypeOf(container.get('testGreeting')).toEqualTypeOf<string>();
      expectTypeOf(container.get('anything')).toBeUnknown();
      expectTypeOf<ThisParameterType<Slim3Middleware>>().toHaveProperty('get');
      // @ts-expect-error a router is no text
      container.set('router', () => 'text');
      container.set('phpErrorHandler', () => null).set('anything', () => 1);
      container.set('testGreeting', (services) => services.get('settings').httpVersion);
    };
    expect(types).toBeInstanceOf(Function);
  });
});
