import { describe, expect, it } from '@jest/globals';
import { expectTypeOf } from 'expect-type';
import type { RouteArgs } from './route-args.js';
import type { NamedPatterns } from './router.js';
import { RouterError } from './router-error.js';
import { TypedRouter as Router } from './router-constructor.js';

describe('RouteArgs', () => {
  it('names the placeholders of a pattern', () => {
    expectTypeOf<RouteArgs<'/books/{id}'>>().toEqualTypeOf<{ readonly id: string }>();
    expectTypeOf<RouteArgs<'/books/{ id : [0-9]+ }/{x-y}'>>().toEqualTypeOf<{
      readonly id: string;
      readonly 'x-y': string;
    }>();
    expectTypeOf<RouteArgs<'/books/:id/:page_no.json'>>().toEqualTypeOf<{
      readonly id: string;
      readonly page_no: string;
    }>();
    expectTypeOf<RouteArgs<':id'>>().toEqualTypeOf<{ readonly id: string }>();
  });

  it('skips expressions, including braces and brackets in them', () => {
    expectTypeOf<RouteArgs<'/{a:[a-z]{2}[0-9]{2,}}/{b:(?:x{1,{2}}|[{}])}/:c'>>().toEqualTypeOf<{
      readonly a: string;
      readonly b: string;
      readonly c: string;
    }>();
  });

  it('makes those of optional parts optional', () => {
    expectTypeOf<RouteArgs<'/books/{id:[0-9]+}[/{format}[/:page]]'>>().toEqualTypeOf<{
      readonly id: string;
      readonly format?: string;
      readonly page?: string;
    }>();
    expectTypeOf<RouteArgs<'/a[/:b]'>>().toEqualTypeOf<{ readonly b?: string }>();
  });

  it('ignores literal text', () => {
    expectTypeOf<RouteArgs<'/{}/{1a}/a:b/{a}:b/:'>>().toEqualTypeOf<{ readonly a: string }>();
  });

  it('allows any names for an unknown pattern', () => {
    expectTypeOf<RouteArgs>().toEqualTypeOf<Readonly<Record<string, string>>>();
  });

  it('refuses a wrong name', () => {
    const args: RouteArgs<'/books/{id}'> = { id: '1' };
    // @ts-expect-error the pattern has no such placeholder
    expect(args.ident).toBeUndefined();
  });
});

describe('the option colonPlaceholders', () => {
  it('decides whether :name is an argument of a route', () => {
    const router = new Router<null>({ colonPlaceholders: false });
    const route = router.get('/v1:sync/:id/{x}', null);
    expectTypeOf<RouteArgs<typeof route.pattern, false>>().toEqualTypeOf<{ readonly x: string }>();
    expect(route.url({ x: 1 })).toBe('/v1:sync/:id/1');
    // @ts-expect-error :id is no placeholder
    expect(route.url({ x: 1, id: 2 })).toBe('/v1:sync/:id/1');
    router.group('/:a', (group) => {
      expect(group.get('/:b', null).url()).toBe('/:a/:b');
    });
    // @ts-expect-error :id is a placeholder
    expect(() => new Router<null>({}).get('/:id', null).url()).toThrow(RouterError);
  });

  it('allows both if the compiler does not know the option', () => {
    const of = (colonPlaceholders: boolean) => new Router<null>({ colonPlaceholders });
    expectTypeOf(of(true)).toEqualTypeOf<Router<null, NamedPatterns, boolean>>();
    expect(of(true).get('/{id}', null).url({ id: 1 })).toBe('/1');
    expect(of(false).get('/:id', null).url()).toBe('/:id');
  });
});

describe('the data of a URL', () => {
  const route = new Router<null>().get('/books/{id}[/{format}]', null);

  it('must contain what the pattern requires, and nothing else', () => {
    expect(route.url({ id: 1, format: 'pdf' })).toBe('/books/1/pdf');
    // @ts-expect-error id is missing
    expect(() => route.url()).toThrow(RouterError);
    // @ts-expect-error id is missing
    expect(() => route.url({ format: 'pdf' })).toThrow(RouterError);
    // @ts-expect-error no placeholder has this name
    expect(route.url({ id: 1, page: 2 })).toBe('/books/1');
  });

  it('is checked by the name of the route if the router knows its pattern', () => {
    const router = new Router<null, { book: '/books/{id}'; home: '/' }>();
    router.get('/books/{id}', null, { name: 'book' });
    router.get('/', null, { name: 'home' });
    expect(router.urlFor('home')).toBe('/');
    expect(router.urlFor('book', { id: 1 })).toBe('/books/1');
    // @ts-expect-error id is missing
    expect(() => router.urlFor('book')).toThrow(RouterError);
    // @ts-expect-error no route has this name
    expect(() => router.urlFor('boot')).toThrow(RouterError);
  });
});
