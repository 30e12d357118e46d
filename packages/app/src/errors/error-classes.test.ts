import { describe, expect, it } from '@jest/globals';
import { factories } from '@mortise/message';
import * as exceptions from './exceptions-by-status.js';
import { HttpError } from './http-error.js';
import { HttpException } from './http-exception.js';

const request = factories.createServerRequest('GET', '/');

const STATUSES = {
  HttpBadRequestException: 400,
  HttpUnauthorizedException: 401,
  HttpForbiddenException: 403,
  HttpNotFoundException: 404,
  HttpMethodNotAllowedException: 405,
  HttpGoneException: 410,
  HttpTooManyRequestsException: 429,
  HttpInternalServerErrorException: 500,
  HttpNotImplementedException: 501,
} as const;
const byStatus = Object.entries(STATUSES) as [keyof typeof STATUSES, number][];

describe.each(byStatus)('%s', (name, status) => {
  const type = exceptions[name];

  it('has its status, its title and a message of its own', () => {
    const error = new type(request);
    expect([error.status, error.code, error.name]).toEqual([status, `HTTP_${status}`, name]);
    expect(error.title).toMatch(new RegExp(`^${status} `));
    expect(error.message).not.toBe('');
    expect(error.request).toBe(request);
  });

  it('is recognized by its name, whichever copy of the package created it', () => {
    const copy: unknown = { [Symbol.for(`@mortise/app/${name}`)]: true };
    expect([copy instanceof type, {} instanceof type]).toEqual([true, false]);
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

it('an HttpException has 500 without a status, and with one that is none of an error', () => {
  for (const error of [new HttpException(request), new HttpException(request, '', 399)]) {
    expect([error.status, error.code, error.message]).toEqual([500, 'HTTP_500', '']);
  }
});
