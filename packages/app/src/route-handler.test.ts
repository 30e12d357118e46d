import { describe, expect, it } from '@jest/globals';
import { factories as lazy } from '@mortise/message';
import { factories as plain } from '@mortise/message-plain';
import { expectTypeOf } from 'expect-type';
import { createApp, type RouteHandler, text } from './index.js';

const show: RouteHandler<'/shelves/{shelf}/books/{id}[/{format}]'> = (_request, response, args) => {
  expectTypeOf(args).toEqualTypeOf<{
    readonly shelf: string;
    readonly id: string;
    readonly format?: string;
  }>();
  return text(response, `${args.shelf}, ${args.id}, ${args.format}`);
};
const list: RouteHandler = async (_request, response, { id }) => {
  expectTypeOf(id).toEqualTypeOf<string | undefined>();
  return text(response, await Promise.resolve(String(id)));
};

describe.each([
  ['@mortise/message', lazy],
  ['@mortise/message-plain', plain],
])('RouteHandler with %s', (_, factories) => {
  const app = createApp({ factories });
  const contentOf = async (path: string) => {
    const response = await app.handle(factories.createServerRequest('GET', path));
    return response.getBody().text();
  };

  it('is the type of a handler that is registered with its whole pattern', async () => {
    app.group('/shelves/{shelf}', (shelf) => shelf.get('/books/{id}[/{format}]', show));
    expect(await contentOf('/shelves/a/books/7/txt')).toBe('a, 7, txt');
    // @ts-expect-error the pattern has no shelf
    app.get('/books/{id}[/{format}]', show);
  });

  it('is the type of a handler for any pattern', async () => {
    app.get('/', list);
    app.get('/a/{id}', list);
    expect([await contentOf('/'), await contentOf('/a/7')]).toEqual(['undefined', '7']);
  });
});
