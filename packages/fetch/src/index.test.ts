import { describe, expect, it } from '@jest/globals';
import { factories } from '@mortise/message';
import { expectTypeOf } from 'expect-type';
import * as entry from './index.js';

describe('@mortise/fetch', () => {
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
