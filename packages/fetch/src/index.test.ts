import { describe, expect, it } from '@jest/globals';
import { factories } from '@mortise/message';
import { expectTypeOf } from 'expect-type';
import * as entry from './index.js';

describe('@mortise/fetch', () => {
  it('exports these names', () => {
    expect(Object.keys(entry).sort()).toEqual([
      'FetchAdapterError',
      'defaultLimits',
      'fromFetchHandler',
      'fromResponse',
      'requestSourceOf',
      'toFetchHandler',
      'toRequest',
      'toResponse',
    ]);
  });

  it('recognizes its errors, whichever copy of the package created them', () => {
    const other = { [Symbol.for('@mortise/fetch/FetchAdapterError')]: true };
    expect([
      other instanceof entry.FetchAdapterError,
      {} instanceof entry.FetchAdapterError,
    ]).toEqual([true, false]);
  });

  it('shows the text of its errors to clients', () => {
    const error = new entry.FetchAdapterError('BODY_TOO_LARGE', 'too large', 413);
    expect(Reflect.get(error, Symbol.for('@mortise/http-error'))).toBe(true);
  });

  it.each([
    [undefined, { factories }],
    [{}, { factories }],
    [() => factories.createResponse(), {}],
    [() => factories.createResponse(), { factories: {} }],
  ])('refuses to make a handler of %p with %p', (handler, options) => {
    expect(() => entry.toFetchHandler(handler as never, options as never)).toThrow(
      expect.objectContaining({ code: 'OPTION_INVALID' }),
    );
  });

  it('types a handler by the arguments of its platform', () => {
    type Environment = { readonly token: string };
    expectTypeOf<entry.FetchHandler<[Environment]>>().toEqualTypeOf<
      (request: Request, platform_0: Environment) => Response | Promise<Response>
    >();
    expectTypeOf<entry.FetchHandler<readonly unknown[]>>().toBeCallableWith(
      new Request('http://a'),
    );
  });
});
