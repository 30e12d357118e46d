import { describe, expect, it } from '@jest/globals';
import { expectTypeOf } from 'expect-type';
import * as contracts from './index.js';
import type {
  AttributeKey,
  MetadataKey,
  RequestLifetimeInterface,
  ResponseInterface,
  RoutedInterface,
  ServerRequestInterface,
} from './index.js';

interface User {
  readonly name: string;
}
const USER: AttributeKey<User> = 'app.user';

/** Never called: type tests only need the call to be checked. */
export function typesOf(request: ServerRequestInterface, response: ResponseInterface): void {
  expectTypeOf(request.getAttribute(USER)).toEqualTypeOf<User | undefined>();
  expectTypeOf(request.getAttribute(USER, null)).toEqualTypeOf<User | null>();
  expectTypeOf(request.getAttribute('anything')).toEqualTypeOf<unknown>();
  expectTypeOf(
    request.withAttribute(USER, { name: 'Ada' }),
  ).toEqualTypeOf<ServerRequestInterface>();
  expectTypeOf(request.withAttribute('anything', 7)).toEqualTypeOf<ServerRequestInterface>();
  // @ts-expect-error the key says that the value is a User
  request.withAttribute(USER, 'Ada');
  expectTypeOf(response.withStatus(204).withHeader('A', 'b')).toEqualTypeOf<ResponseInterface>();
  expectTypeOf(request.getQueryParams()['missing']).extract<undefined>().toEqualTypeOf<undefined>();
  // @ts-expect-error what a getter returns is not for changing
  request.getHeader('A')[0] = 'b';
}

const ROUTED: AttributeKey<RoutedInterface> = 'routed';
const SCOPE: MetadataKey<string> = 'scope';

/** Never called, as {@link typesOf}. */
export function typesOfValues(lifetime: RequestLifetimeInterface, routed: RoutedInterface): void {
  lifetime.setValue(ROUTED, routed);
  expectTypeOf(lifetime.getValue(ROUTED)).toEqualTypeOf<RoutedInterface | undefined>();
  expectTypeOf(lifetime.getValue(USER)).toEqualTypeOf<User | undefined>();
  expectTypeOf(lifetime.getValue('anything')).toEqualTypeOf<unknown>();
  expectTypeOf(routed.getMetadata(SCOPE)).toEqualTypeOf<string | undefined>();
  // @ts-expect-error the key says that the value is a User
  lifetime.setValue(USER, 'Ada');
}

describe('@mortise/http-message', () => {
  it('has no runtime code', () => {
    expect(Object.keys(contracts)).toEqual([]);
  });
});
