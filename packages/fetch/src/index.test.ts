import { describe, expect, it } from '@jest/globals';
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
