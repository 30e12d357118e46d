import { expect, it } from '@jest/globals';
import { factories } from '@mortise/message';
import { lookUp } from './container.js';
import { AppError, createApp, httpError } from './index.js';
import { notRouted, unknownRoute } from './misuse/wrong-calls.js';

const TYPE_ERROR = new TypeError();
const WEB_RESPONSE = new Response();

const LIST: unknown[] = [];
class Auth {
  readonly process = null;
}

function thrownBy(attempt: () => unknown): AppError {
  try {
    attempt();
  } catch (error) {
    return error as AppError;
  }
  throw new Error('nothing was thrown');
}

it.each<[AppError, string, unknown, string]>([
  [
    AppError.noResponse('route GET /', undefined),
    'RESPONSE_MISSING',
    undefined,
    'route GET / returned undefined instead of a response; is a "return" missing?',
  ],
  [
    AppError.noResponse('route GET /', null),
    'RESPONSE_MISSING',
    null,
    'route GET / returned null instead of a response',
  ],
  [
    AppError.noResponse('route GET /', TYPE_ERROR),
    'RESPONSE_MISSING',
    TYPE_ERROR,
    'route GET / returned an instance of TypeError instead of a response; throw it',
  ],
  [
    AppError.noResponse('route GET /', WEB_RESPONSE),
    'RESPONSE_MISSING',
    WEB_RESPONSE,
    'route GET / returned an instance of Response instead of a response; convert it with fromResponse from @mortise/fetch',
  ],
  [
    AppError.invalidMiddleware(7),
    'MIDDLEWARE_INVALID',
    7,
    'invalid middleware: received 7; expected a function (request, handler), an object with process(), or the name of one in the container',
  ],
  [
    AppError.invalidMiddleware(Auth, '(context, next)'),
    'MIDDLEWARE_INVALID',
    Auth,
    'invalid middleware: received the class Auth; expected a function (context, next), an object with process(), or the name of one in the container; pass an instance, new Auth(), or "Auth" or "Auth:method" from the container',
  ],
  [
    AppError.invalidCallback('x', 'route /', 'x'),
    'CALLBACK_INVALID',
    'x',
    'invalid handler for route /: received "x"; expected a function, an object with handle(), or the name of one in the container',
  ],
  [
    AppError.invalidCallback(7, 'route /', 'books'),
    'CALLBACK_INVALID',
    7,
    'invalid handler for route /: received 7; expected a function, an object with handle(), or the name of one in the container',
  ],
  [
    AppError.invalidCallback(LIST, 'route /', 'books'),
    'CALLBACK_INVALID',
    LIST,
    'invalid handler for route /: received an array; expected a function, an object with handle(), or the name of one in the container; to use a method of it, write "books:method"',
  ],
  [
    thrownBy(() => lookUp(null, 'books')),
    'CONTAINER_MISSING',
    'books',
    'the name "books" cannot be resolved: the application has no container; pass one to createApp({ container })',
  ],
  [
    AppError.noEntry('books'),
    'CONTAINER_ENTRY_MISSING',
    'books',
    'the container has no entry "books": check the name, or add it',
  ],
  [
    AppError.noEntry('books:shw', 'method'),
    'CONTAINER_ENTRY_MISSING',
    'books:shw',
    'the container has no method "books:shw": check the name, or add it',
  ],
  [
    unknownRoute('books'),
    'ROUTE_NAME_UNKNOWN',
    'books',
    'no route is named "books": check the name, or set it with setName()',
  ],
  [
    notRouted(),
    'ROUTING_NOT_DONE',
    undefined,
    'the request has not been routed yet: this middleware runs outside routing; add it before addRoutingMiddleware(), or read the route after calling the handler, with routeOf(request)',
  ],
  [
    thrownBy(() => createApp({ factories }).addBodyParsingMiddleware()),
    'BODY_PARSER_MISSING',
    undefined,
    'the application has no body parser; pass one to createApp({ createBodyParser }), such as bodyParser from @mortise/body-parsers',
  ],
  [
    thrownBy(() => createApp({ factories }).setBasePath('x')),
    'BASE_PATH_INVALID',
    'x',
    'invalid base path "x": expected "" or a path that begins with "/", without invalid escapes',
  ],
  [
    thrownBy(() => createApp({ factories }).setBasePath('/{x}')),
    'BASE_PATH_INVALID',
    '/{x}',
    'invalid base path "/{x}": expected a path without pattern syntax ("{", "}", "[", "]", "*", "/:"): write braces and brackets as escapes, such as "%7B", or register the routes in a group',
  ],
  [
    AppError.invalidStatus('error', 200, 'an integer from 400 to 599'),
    'STATUS_INVALID',
    200,
    'invalid error status 200: expected an integer from 400 to 599',
  ],
  [
    AppError.invalidMediaType('text'),
    'MEDIA_TYPE_INVALID',
    'text',
    'invalid media type "text": expected a type or a range such as "application/json" or "text/*", with parameters in printable ASCII',
  ],
  [
    thrownBy(() => httpError(400, '', { problem: { code: 'X' } })),
    'PROBLEM_MEMBER_RESERVED',
    'code',
    'reserved problem member "code": pass it to httpError(status, detail, { title, code }) instead',
  ],
  [AppError.notAnError('x'), 'NOT_AN_ERROR', 'x', '"x" was thrown; expected an Error'],
])('%s', (error, code, value, message) => {
  expect(error).toBeInstanceOf(AppError);
  expect([error.code, error.value, error.message]).toEqual([code, value, message]);
  expect(Object.hasOwn(error, 'status')).toBe(false);
});

it('an AppError of a thrown object has its status, if that is one of an error', () => {
  expect(AppError.notAnError({ status: 404 }).status).toBe(404);
  expect(AppError.notAnError({ statusCode: 503 }).status).toBe(503);
  expect(AppError.notAnError({ status: 200 }).status).toBeUndefined();
});

it.each([Response.json({}, { status: 401 }), factories.createResponse(401)])(
  'an AppError of the thrown response %o says to return it, and is a server error, which is logged',
  (response) => {
    const error = AppError.notAnError(response);
    expect(error.message).toBe(
      `an instance of ${response.constructor.name} was thrown; expected an Error: to send a response, return it instead of throwing it`,
    );
    expect([error.status, error.value]).toEqual([undefined, response]);
  },
);

it('an AppError keeps its cause', () => {
  const cause = new Error('inner');
  expect(new AppError('NOT_AN_ERROR', 'x', 7, { cause }).cause).toBe(cause);
});
