import { describe, expect, it } from '@jest/globals';
import { factories } from '@mortise/message';
import * as exceptions from './exceptions-by-status.js';
import { HttpError } from './http-error.js';
import { HttpException } from './http-exception.js';

const request = factories.createServerRequest('GET', '/');

/** Messages as in Slim 4, with the beginning of what the client reads. */
const STATUSES = {
  HttpBadRequestException: [400, 'Bad request.', 'The server cannot or will not process'],
  HttpUnauthorizedException: [401, 'Unauthorized.', 'The request requires valid user'],
  HttpForbiddenException: [403, 'Forbidden.', 'You are not permitted'],
  HttpNotFoundException: [404, 'Not found.', 'The requested resource could not be found.'],
  HttpMethodNotAllowedException: [405, 'Method not allowed.', 'The request method is not'],
  HttpGoneException: [410, 'Gone.', 'The target resource is no longer available'],
  HttpTooManyRequestsException: [429, 'Too many requests.', 'The client application has'],
  HttpInternalServerErrorException: [500, 'Internal server error.', 'Unexpected condition'],
  HttpNotImplementedException: [501, 'Not implemented.', 'The server does not support'],
} as const;
const byStatus = Object.entries(STATUSES) as [
  keyof typeof STATUSES,
  (typeof STATUSES)[keyof typeof STATUSES],
][];

describe.each(byStatus)('%s', (name, [status, message, description]) => {
  const type = exceptions[name];

  it('has its status, title, message and description', () => {
    const error = new type(request);
    expect([error.status, error.code, error.name]).toEqual([status, `HTTP_${status}`, name]);
    expect(error.title).toMatch(new RegExp(`^${status} `));
    expect([error.message, new type(request, 'x').message]).toEqual([message, 'x']);
    expect(error.description.startsWith(description)).toBe(true);
    expect(error.request).toBe(request);
  });
});

it('every exception of a status is one of HttpException', () => {
  expect(Object.keys(exceptions).sort()).toEqual(Object.keys(STATUSES).sort());
  for (const [name] of byStatus) {
    expect(new exceptions[name](request)).toBeInstanceOf(HttpException);
  }
});

it.each([
  ['HttpException', HttpException],
  ['HttpError', HttpError],
])('%s is recognized by its name, and its text is for clients', (name, type) => {
  const copy: unknown = { [Symbol.for(`@mortise/app/${name}`)]: true };
  expect([copy instanceof type, {} instanceof type]).toEqual([true, false]);
  expect(Reflect.get(type.prototype, Symbol.for('@mortise/http-error'))).toBe(true);
});

it('HttpMethodNotAllowedException allows no method until they are set', () => {
  const error = new exceptions.HttpMethodNotAllowedException(request);
  expect(error.headers).toEqual({ Allow: '' });
});

it('an HttpException has 500 without a status, and with one below 400', () => {
  for (const error of [new HttpException(request), new HttpException(request, '', 399)]) {
    expect([error.status, error.code, error.message]).toEqual([500, 'HTTP_500', '']);
  }
});
