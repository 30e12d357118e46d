import { describe, expect, it } from '@jest/globals';
import { operation } from '@mortise/contract';
import { openApiDocument } from '@mortise/openapi';
import { createApp, text, urlFor } from 'mortise';
import { overSocket } from 'mortise/testing';
import * as z from 'zod';
import { type HandlersOf, implement } from '../src/implement/index.js';

const Url = z.object({ url: z.string() });
type Show = HandlersOf<typeof contract>['books']['show'];
const contract = { books: { show: operation('GET', '/books', { responses: { 200: Url } }) } };

describe('a contract that is implemented twice', () => {
  it('is refused, because the URLs of the second would lead to the first', () => {
    const app = createApp();
    const show = (): never => {
      throw new Error('not called');
    };
    app.group('/v1', (group) => void implement(group, contract, { books: { show } }));
    expect(() =>
      app.group('/v2', (group) => void implement(group, contract, { books: { show } })),
    ).toThrow(expect.objectContaining({ code: 'ROUTE_NAME_TAKEN' }));
  });

  it('has names of its own with namePrefix: for URLs and for the operations of OpenAPI', async () => {
    const app = createApp();
    for (const version of ['v1', 'v2']) {
      app.group(`/${version}`, (group) => {
        const show: Show = (request, respond) =>
          respond(200, { url: urlFor(request, `${version}.books.show`) });
        implement(group, contract, { books: { show } }, { namePrefix: `${version}.` });
      });
    }
    app.get('/named', (_request, response) => text(response, ''), { name: 'books.show' });
    const client = overSocket(app);
    try {
      const urls = [];
      for (const version of ['v1', 'v2']) {
        urls.push(await (await client.get(`/${version}/books`)).getBody().text());
      }
      expect(urls).toEqual(['{"url":"/v1/books"}', '{"url":"/v2/books"}']);
    } finally {
      await client.close();
    }
    const { paths } = openApiDocument(app, { info: { title: 'Books', version: '1' } });
    const ids = ['/v1/books', '/v2/books'].map(
      (path) => (paths[path] as { readonly get: { readonly operationId: string } }).get.operationId,
    );
    expect(ids).toEqual(['v1.books.show', 'v2.books.show']);
  });
});
