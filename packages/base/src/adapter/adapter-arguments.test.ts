import { describe, expect, it } from '@jest/globals';
import type { ServedApplication } from '@mortise/http-message';
import { handlerOf, requestFactories, requestFactoriesOf } from './index.js';

const EXPECTED =
  'expected an application, an object with handle(request), or a function (request) => response';
const handle = (): never => {
  throw new Error('not called');
};
const refused = (option: string, text: string) =>
  expect.objectContaining({
    code: 'OPTION_INVALID',
    option,
    message: expect.stringContaining(text) as unknown,
  });

describe('handlerOf', () => {
  it('returns an object with handle unchanged', () => {
    const handler = { handle };
    expect(handlerOf(handler, 'serve')).toBe(handler);
  });

  it('wraps a function in an object with handle', () => {
    expect(handlerOf(handle, 'serve')).toEqual({ handle });
  });

  it('treats a function with a handle method as an object', () => {
    const handler = Object.assign(() => handle(), { handle });
    expect(handlerOf(handler, 'serve')).toBe(handler);
  });

  it.each<[string, unknown, string]>([
    ['nothing', undefined, `received undefined; ${EXPECTED}`],
    ['null', null, `received null; ${EXPECTED}`],
    ['an object without handle', {}, `received an object; ${EXPECTED}`],
    [
      'a promise',
      Promise.resolve({}),
      `received a promise; ${EXPECTED}; it is a promise: await it first`,
    ],
    ['a handle that is not a function', { handle: 7 }, `received an object; ${EXPECTED}`],
  ])('refuses %s, and says what to pass', (_, given, text) => {
    const check = () => handlerOf(given as never, 'serve');
    expect(check).toThrow(refused('serve.handler', `invalid serve.handler: ${text}`));
  });

  it('refuses a class, and says to pass an instance', () => {
    class Application {
      readonly handle = handle;
    }
    expect(() => handlerOf(Application as never, 'serve')).toThrow(
      refused(
        'serve.handler',
        `received the class Application; ${EXPECTED}; pass an instance, new Application()`,
      ),
    );
  });
});

describe('requestFactoriesOf', () => {
  const application = (factories: unknown) => ({ handle, factories }) as ServedApplication;
  const creating = () => ({ createServerRequestFromSource: () => undefined }) as never;

  it('prefers those of the option to those of the application', () => {
    const own = creating();
    expect(requestFactoriesOf(application(creating()), own, 'serve')).toBe(own);
  });

  it('returns those of the application if the option was omitted', () => {
    const own = creating();
    expect(requestFactoriesOf(application(own), undefined, 'serve')).toBe(own);
  });

  it.each([handle, application(null), application({}), application(7)])(
    'refuses %p without factories, and says what to import',
    (served) => {
      const check = () => requestFactoriesOf(served, undefined, 'serve');
      expect(check).toThrow(refused('serve.factories', '@mortise/message'));
    },
  );

  it('refuses an option of another kind, even for an application', () => {
    for (const given of [null, {}, 7]) expect(requestFactories.accepts(given)).toBe(false);
    expect(requestFactories.accepts(creating())).toBe(true);
    const check = () => requestFactoriesOf(application(creating()), {} as never, 'serve');
    expect(check).toThrow(refused('serve.factories', 'received an object'));
  });
});
