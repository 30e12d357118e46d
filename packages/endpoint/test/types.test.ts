import { describe, expect, it } from '@jest/globals';
import { createApp as createVariantA } from '@mortise/compat-variant-a';
import { defineProblem, type EndpointDescription, file, files, operation } from '@mortise/contract';
import type { ResponseInterface, UploadedFileInterface } from '@mortise/http-message';
import { type as ark } from 'arktype';
import { expectTypeOf } from 'expect-type';
import {
  acceptQuery,
  createApp,
  factories,
  localRedirect,
  ndjson,
  redirect,
  urlFor,
  withCookie,
} from 'mortise';
import * as v from 'valibot';
import * as z from 'zod';
import { implement } from '../src/implement/index.js';
import {
  endpoint,
  type EndpointResponder,
  endpoints,
  type ResponsesAreNotDescribed,
} from '../src/index.js';

// The compiler checks most of these rules: an unused `@ts-expect-error` is an error.

const Book = z.object({ id: z.int(), title: z.string().min(1), pages: z.int().optional() });

describe('the types of an endpoint', () => {
  it('have the arguments of the pattern, including optional ones', () => {
    createApp().get(
      '/plain/{id:[0-9]+}[/{format}]',
      endpoint({}, (_request, response, { args }) => {
        expectTypeOf(args).toEqualTypeOf<{ readonly id: string; readonly format?: string }>();
        return response;
      }),
    );
  });

  it('refuse members of other frameworks', () => {
    const handler = (_request: unknown, response: never): never => response;
    const schema = z.object({ id: z.string() });
    for (const call of [
      // @ts-expect-error the path's arguments are args
      () => endpoint({ params: schema }, handler),
      // @ts-expect-error even beside a known member
      () => endpoint({ query: schema, querystring: schema }, handler),
      // @ts-expect-error there is no schema around the parts
      () => endpoint({ schema: { body: schema } }, handler),
      // @ts-expect-error responses, in the plural
      () => endpoints({ status: 400 })({ response: { 200: schema } }, handler),
    ])
      expect(call).toThrow('unknown option endpoint.');
    const shared: EndpointDescription = { query: schema };
    expect(endpoint(shared, (_request, response) => response as never).description).toBe(shared);
  });

  it('have the arguments of two levels of groups', () => {
    createApp().group('/api/{tenant}', (api) => {
      api.group('/books', (books) => {
        books.get(
          '/:id',
          endpoint({}, (_request, response, { args }) => {
            expectTypeOf(args).toEqualTypeOf<{ readonly tenant: string; readonly id: string }>();
            return response;
          }),
        );
      });
    });
  });

  it('have each part as its schema returns it, for three libraries', () => {
    createApp().put(
      '/{tenant}/books/:id',
      endpoint(
        {
          args: z.object({ tenant: z.string(), id: z.int() }),
          query: ark({ 'dry?': 'boolean' }),
          body: v.object({ title: v.string() }),
          headers: z.object({ 'x-count': z.int().default(1) }),
          files: {
            cover: file(),
            scan: file({ optional: true }),
            pages: files({ max: 9 }),
            more: files({ optional: true }),
          },
        },
        (_request, response, { args, query, body, headers, files: uploaded }) => {
          expectTypeOf(args).toEqualTypeOf<{ tenant: string; id: number }>();
          expectTypeOf(query).toEqualTypeOf<{ dry?: boolean }>();
          expectTypeOf(body).toEqualTypeOf<{ title: string }>();
          expectTypeOf(headers).toEqualTypeOf<{ 'x-count': number }>();
          expectTypeOf(uploaded.cover).toEqualTypeOf<UploadedFileInterface>();
          expectTypeOf(uploaded.scan).toEqualTypeOf<UploadedFileInterface | undefined>();
          expectTypeOf(uploaded.pages[0]).toEqualTypeOf<UploadedFileInterface>();
          expectTypeOf(uploaded.more).toEqualTypeOf<readonly UploadedFileInterface[]>();
          return response;
        },
      ),
    );
  });

  it('have only the parts that are described', () => {
    endpoint({ query: z.object({}) }, (_request, response, input) => {
      // @ts-expect-error: no body is described
      expect(input.body).toBeUndefined();
      return response;
    });
  });

  it('refuse a pattern that lacks an argument, or makes it optional', () => {
    const app = createApp();
    const args = z.object({ format: z.string() });
    const none = endpoint({ args }, (_request, response) => response);
    // @ts-expect-error: the pattern has no `format`
    app.get('/none', none);
    // @ts-expect-error: `format` can be absent
    app.get('/maybe[/{format}]', none);
    const optional = z.object({ format: z.string().optional() });
    app.get(
      '/is[/{format}]',
      endpoint({ args: optional }, (_request, response) => response),
    );
  });

  it('allow a handler only described statuses and content', () => {
    createApp().get(
      '/books',
      endpoint({ responses: { 200: Book, 404: null } }, (request, respond) => {
        if (request.hasHeader('X-Gone')) return respond(404);
        // @ts-expect-error: 500 is not described
        expect(() => respond(500)).toThrow();
        // @ts-expect-error: the title is missing
        expect(() => respond(200, { id: 1 })).toThrow();
        // @ts-expect-error: 404 has no content
        respond(404, 'x');
        // @ts-expect-error: an excess member of a literal
        respond(200, { id: 1, title: 'x', secret: 1 });
        return respond(200, { id: 1, title: 'x' }).withHeader('ETag', '"1"');
      }),
    );
  });

  it('name what is missing in the error, if a handler without described responses calls respond', () => {
    const call = endpoint({}, (_request, respond) => {
      // @ts-expect-error: 'ResponsesAreNotDescribed' has no call signatures
      expect(() => respond(200, { id: 1 })).toThrow('respond is not a function');
      expectTypeOf(respond).toExtend<ResponseInterface>();
      return respond;
    });
    const response = factories.createResponse();
    expect(call(factories.createServerRequest('GET', '/'), response, {})).toBe(response);
    expectTypeOf<EndpointResponder<object>>().toEqualTypeOf<ResponsesAreNotDescribed>();
  });

  it('name an undescribed status in the error, even if each described one has content', () => {
    endpoint({ responses: { 200: Book, 201: Book } }, (_request, respond) =>
      respond(
        // @ts-expect-error: "404" is not assignable to "200 | 201"
        404,
      ),
    );
  });

  it('accept one of several described statuses', () => {
    endpoint({ responses: { 200: Book, 201: Book, 404: null } }, (request, respond) => {
      const status: 200 | 201 = request.hasHeader('X-New') ? 201 : 200;
      return respond(status, { id: 1, title: 'x' });
    });
  });

  it('refuse the content of one of several statuses that another does not accept', () => {
    const responses = { 200: Book, 201: z.object({ location: z.string() }), 404: null };
    const book = { id: 1, title: 'x' };
    endpoint({ responses }, (request, respond) => {
      const isNew = request.hasHeader('X-New');
      // @ts-expect-error: 201 has other content
      respond(isNew ? 201 : 200, book);
      // @ts-expect-error: 404 has none
      respond(isNew ? 404 : 200, book);
      // @ts-expect-error: 200 has some
      respond(isNew ? 404 : 200);
      return respond(isNew ? 201 : 200, { ...book, location: '/1' });
    });
  });

  it('stay those of a described response in functions that change it', () => {
    endpoint({ responses: { 200: Book, 303: null } }, (request, respond) =>
      request.hasHeader('X-Made')
        ? localRedirect(redirect(respond(303), '/', 303), '/', 303)
        : acceptQuery(withCookie(respond(200, { id: 1, title: 'x' }), 'a', 'b'), 'text/plain'),
    );
    endpoint({ responses: { 200: { type: 'application/x-ndjson' } } }, (request, respond) =>
      ndjson(request, respond(200, ''), []),
    );
  });

  it('refuse a response that respond did not make', () => {
    // @ts-expect-error: an undescribed response
    endpoint({ responses: { 200: Book } }, () => factories.createResponse());
  });

  it('accept text, bytes or a stream if the type is not JSON', () => {
    endpoint(
      { responses: { 200: { type: 'text/csv' }, 201: { schema: Book, text: 'Made.' } } },
      (_request, respond) => {
        // @ts-expect-error: the description has a schema
        expect(() => respond(201, 'text')).toThrow();
        // @ts-expect-error: neither text, bytes nor a stream
        expect(() => respond(200, 7)).toThrow();
        return respond(200, 'a,b');
      },
    );
  });

  it('refuse a description with an unknown part', () => {
    // @ts-expect-error: `querry` is not a part
    expect(() => endpoint({ querry: Book }, (_request, response) => response)).toThrow();
  });

  it('refuse a value that is not a schema', () => {
    // @ts-expect-error: an object without `~standard`
    expect(() => endpoint({ query: { page: z.int() } }, (_request, response) => response)).toThrow(
      'a schema that implements Standard Schema',
    );
    expect(() =>
      endpoint({ query: { '~standard': null } }, (_request, response) => response),
    ).toThrow('a schema that implements Standard Schema');
  });

  it('are the same under variant A and other options', () => {
    const app = createVariantA({ factories });
    app.group('/{tenant}', (group) => {
      group.get(
        '/{id}',
        endpoints({ status: 400 })({ responses: { 200: Book } }, (_request, respond, { args }) => {
          expectTypeOf(args).toEqualTypeOf<{ readonly tenant: string; readonly id: string }>();
          return respond(200, { id: Number(args.id), title: args.tenant });
        }),
      );
    });
  });

  it('infer the input of the handlers of a contract, and its routes by name', () => {
    const contract = {
      books: { show: operation('GET', '/books/{id}', { query: z.object({ dry: z.boolean() }) }) },
    };
    const routes = implement(createApp(), contract, {
      books: {
        show: (_request, response, { args, query }) => {
          expectTypeOf(args).toEqualTypeOf<{ readonly id: string }>();
          expectTypeOf(query).toEqualTypeOf<{ dry: boolean }>();
          return response;
        },
      },
    });
    expect(routes.books.show.getName()).toBe('books.show');
    const request = factories.createServerRequest('GET', '/');
    // @ts-expect-error: the pattern requires an argument
    expect(() => urlFor(request, routes.books.show)).toThrow();
    // @ts-expect-error: no such operation
    expect(routes.books.list).toBeUndefined();
    // @ts-expect-error: a handler is missing
    expect(() => implement(createApp(), contract, { books: {} })).toThrow();
  });

  it('have the members of a problem that its schema accepts', () => {
    const Left = defineProblem({
      title: 'Left',
      status: 409,
      code: 'LEFT',
      schema: z.object({ left: z.int() }),
    });
    expect(new Left('two', { left: 2 }).problem).toEqual({ left: 2 });
    // @ts-expect-error: the members are missing
    expect(() => new Left('two')).toThrow();
    const received: unknown = { code: 'LEFT', left: 2 };
    if (Left.is(received)) expectTypeOf(received.left).toEqualTypeOf<number>();
  });
});
