import { describe, expect, it } from '@jest/globals';
import { parseForm } from '@mortise/form-encoding';
import { canonicalPath } from '@mortise/http-syntax';
import { Router, RouterError } from '@mortise/router';
import { expectTypeOf } from 'expect-type';
import fc from 'fast-check';
import * as z from 'zod';
import { numRuns } from '../../../../tooling/properties/num-runs.js';
import { operation } from '../index.js';
import { href } from './index.js';

const show = operation('GET', '/books/{id:[0-9]+}', { args: z.object({ id: z.int() }) });
const search = operation('GET', '/books', {
  query: z.object({
    q: z.string(),
    tags: z.array(z.string()).optional(),
    since: z.date().optional(),
  }),
});
const list = operation('GET', '/books', { query: z.object({ page: z.int().default(1) }) });
const filter = operation('GET', '/books', {
  query: z.object({ tags: z.array(z.string()).default([]) }),
});
const either = operation('GET', '/books', {
  query: z.object({ tags: z.union([z.string(), z.array(z.string())]).optional() }),
});
const file = operation('GET', '/files/{path:.+}', {});

/** As a program without types calls it. */
const untyped = href as (operation: unknown, input?: unknown) => string;

describe('href', () => {
  it.each([
    [() => href(show, { args: { id: 7 } }), '/books/7'],
    [
      () => href(search, { query: { q: 'a b&c', tags: ['x', 'y'] } }),
      '/books?q=a+b%26c&tags%5B0%5D=x&tags%5B1%5D=y',
    ],
    [
      () => href(search, { query: { q: '', since: new Date(0) } }),
      '/books?q=&since=1970-01-01T00%3A00%3A00.000Z',
    ],
    [() => href(search, { query: { q: 'a', tags: [] } }), '/books?q=a&tags='],
    [() => href(filter, { query: { tags: [] } }), '/books'],
    [() => href(list), '/books'],
    [() => href(list, { query: {} }), '/books'],
    [() => href(list, { query: { page: 2 } }), '/books?page=2'],
    [() => href(file, { args: { path: 'ü/a b#?.txt' } }), '/files/%C3%BC/a%20b%23%3F.txt'],
    [() => href(operation('DELETE', '/a[/{b}[/{c}]]', {}), { args: { b: 1 } }), '/a/1'],
    [() => href(operation('GET', '', {})), ''],
  ])('%# writes the path and the query', (write, expected) => {
    expect(write()).toBe(expected);
  });

  it.each<[() => string, string, string]>([
    [() => untyped(show, {}), 'URL_DATA_MISSING', 'id'],
    [() => untyped(show), 'URL_DATA_MISSING', 'id'],
    [() => href(show, { args: { id: 1.5 } }), 'URL_DATA_INVALID', '1.5'],
    [() => href(operation('GET', '/{a}', {}), { args: { a: '..' } }), 'URL_DATA_INVALID', '".."'],
    [
      () => href(operation('GET', '/{a}.{b}', {}), { args: { a: 1, b: '2.3' } }),
      'URL_DATA_INVALID',
      'is read as',
    ],
    [
      () => href(operation('GET', '/{a:.*}', {}), { args: { a: '/evil.example' } }),
      'URL_DATA_INVALID',
      'received "//evil.example"; expected no segment "." or "..", which clients resolve, and no leading "//", which begins a host',
    ],
    [() => untyped(operation('GET', '/{a', {})), 'PATTERN_SYNTAX', ''],
    [() => href(list, { query: { page: NaN } }), 'URL_DATA_INVALID', 'query.page for the URL'],
    [
      () => href(search, { query: { q: 'a', since: new Date(NaN) } }),
      'URL_DATA_INVALID',
      'invalid date',
    ],
    [
      () => untyped(list, { query: new URLSearchParams('page=2') }),
      'URL_DATA_INVALID',
      'URLSearchParams',
    ],
    [
      () => href(operation('GET', '/{a}', {}), { args: { a: Infinity } }),
      'URL_DATA_INVALID',
      'args.a for the URL of "/{a}": received Infinity',
    ],
  ] as const)('%# refuses data that its route would not read', (write, code, message) => {
    expect(write).toThrow(RouterError);
    expect(write).toThrow(expect.objectContaining({ code }));
    expect(write).toThrow(message);
  });

  it('refuses an empty list that its route would read as text', () => {
    expect(() => href(either, { query: { tags: [] } })).toThrow(
      expect.objectContaining({ code: 'FORM_UNWRITABLE' }),
    );
    expect(href(either, { query: { tags: '' } })).toBe('/books?tags=');
  });

  it('asks no schema about a query without empty members, and none that is asynchronous', () => {
    let calls = 0;
    const optional = z.array(z.string()).optional();
    const tags = optional.refine(() => (calls++, true));
    const later = optional.refine(() => Promise.resolve(true));
    const query = { tags: ['a'] };
    href(operation('GET', '/', { query: z.object({ tags }) }), { query });
    expect(calls).toBe(0);
    const asynchronous = operation('GET', '/', { query: z.object({ tags: later }) });
    expect(href(asynchronous, { query: { tags: [] } })).toBe('/');
  });

  it('is the opposite of matching: the route reads the same arguments, and the query the same values', () => {
    const text = fc.string({ minLength: 1, maxLength: 12, unit: 'grapheme' });
    const patterns = ['/books/{id}[/{format}]', '/files/{id:.+}', '/x-{id:[^-]+}-z', '/ü ?/{id}'];
    const call = fc.record({
      pattern: fc.constantFrom(...patterns),
      args: fc.record({ id: text }),
      query: fc.record({ q: text, list: fc.array(text, { minLength: 1, maxLength: 3 }) }),
    });
    let written = 0;
    fc.assert(
      fc.property(call, ({ pattern, args, query }) => {
        const described = operation('GET', pattern, {
          query: z.object({ q: z.string(), list: z.array(z.string()) }),
        });
        let link;
        try {
          link = href(described, { args, query });
        } catch (error) {
          expect(error).toMatchObject({ code: 'URL_DATA_INVALID' });
          return;
        }
        written++;
        const url = new URL(link, 'http://a.example');
        expect(url.host).toBe('a.example');
        const router = new Router<null>();
        router.get(pattern, null);
        const result = router.dispatch('GET', canonicalPath(url.pathname) ?? '');
        expect({ ...(result as { args?: object }).args }).toEqual(args);
        expect(JSON.parse(JSON.stringify(parseForm(url.search.slice(1))))).toEqual({
          ...query,
          list: query.list,
        });
      }),
      { numRuns: numRuns() },
    );
    expect(written).toBeGreaterThan(numRuns() / 2);
  });

  it('requires what the operation requires, with its types', () => {
    expectTypeOf(href<'/books/{id:[0-9]+}', (typeof show)['description']>)
      .parameter(1)
      .toEqualTypeOf<{ readonly args: { readonly id: number } }>();
    const mistakes = () => {
      // @ts-expect-error the argument is missing
      href(show);
      // @ts-expect-error the argument is a number
      href(show, { args: { id: '7' } });
      // @ts-expect-error the query is required
      href(search);
      // @ts-expect-error the query has no such parameter
      href(list, { query: { pages: 2 } });
      // @ts-expect-error the operation has no query
      href(show, { args: { id: 7 }, query: { q: '' } });
    };
    expect(mistakes).toBeInstanceOf(Function);
  });
});
