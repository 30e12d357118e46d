import { describe, expect, it } from '@jest/globals';
import { factories } from '@mortise/message';
import { requestsOf } from '../../test/requests-of.js';
import { createApp } from '../index.js';

const { get } = requestsOf(factories);

describe('a placeholder of another framework', () => {
  const bodyOf = async (pattern: string, path: string) => {
    const app = createApp({ factories, errors: { details: true } });
    app.get(pattern, (_request, response) => response);
    return (await app.handle(get(path))).getBody().text();
  };

  it.each([
    ['/books/<id>', '/books/{id}'],
    ['/books/<int:id>/pages', '/books/{id}/pages'],
    ['/books/<id>/pages/<page>', '/books/{id}/pages/{page}'],
    ['/books/${id}', '/books/{id}'],
    ['/books/[id]', '/books/{id}'],
    ['/books/[...path]', '/books/{path}'],
    ['/books/:from-:to', '/books/{from}-{to}'],
    ['/books/:id.:format', '/books/{id}.{format}'],
    ['/books/:id<int>', '/books/{id}'],
    ['/books/$id', '/books/{id}'],
    ['/books/{id:int}', '/books/{id}'],
    ['/books/{id:number}/pages', '/books/{id}/pages'],
    ['/books?q={q}', '/books'],
    ['/books/{id}?page=:page', '/books/{id}'],
    ['/books#top', '/books'],
  ])('in %s is named if the path is not found', async (pattern, line) => {
    expect(await bodyOf(pattern, line.replaceAll(/{\w+}/g, '7'))).toContain(
      `instead of ${pattern}, write ${line}`,
    );
  });

  it.each([
    ['/books/<id>', '/authors/7'],
    ['/books/<id>', '/books/7/8'],
    ['/books[.json]', '/books.xml'],
    ['/books[/all]', '/books/7'],
    ['/books/{id:[a]}', '/books/7'],
    ['/books/{id:a:b}', '/books/7'],
    ['/books/{id:int|a}', '/books/7'],
    ['/books/:id', '/authors/7'],
    ['/books/{id}:archive', '/books/77'],
  ])('is not seen in %s for %s', async (pattern, path) => {
    expect(await bodyOf(pattern, path)).not.toContain('instead of');
  });
});
