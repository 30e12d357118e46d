import { describe, expect, it } from '@jest/globals';
import { implementations } from '../../../../tooling/testing/implementations.js';
import { requestsOf } from '../../test/requests-of.js';
import {
  AppError,
  HttpBadRequestException,
  HttpException,
  HttpForbiddenException,
  HttpGoneException,
  HttpInternalServerErrorException,
  HttpMethodNotAllowedException,
  HttpNotFoundException,
  HttpNotImplementedException,
  HttpTooManyRequestsException,
  HttpUnauthorizedException,
} from '../index.js';
import { notRouted } from '../misuse/wrong-calls.js';

describe.each(implementations)('on %s', (_implementation, factories) => {
  const { get } = requestsOf(factories);
  class TeapotException extends HttpException {}

  describe('HttpException', () => {
    it('takes title and code from its status, and treats other statuses as 500', () => {
      const conflict = new HttpException(get('/'), 'x', 409);
      expect([conflict.title, conflict.code, conflict.status]).toEqual([
        '409 Conflict',
        'HTTP_409',
        409,
      ]);
      expect(
        [200, 600, 404.5, Number.NaN].map(
          (status) => new HttpException(get('/'), '', status).status,
        ),
      ).toEqual([500, 500, 500, 500]);
    });

    const exceptions = [
      HttpBadRequestException,
      HttpUnauthorizedException,
      HttpForbiddenException,
      HttpNotFoundException,
      HttpMethodNotAllowedException,
      HttpGoneException,
      HttpTooManyRequestsException,
      HttpInternalServerErrorException,
      HttpNotImplementedException,
    ];
    it.each(exceptions.map((Exception) => [Exception.name, Exception] as const))(
      '%s keeps its message and its cause',
      (_, Exception) => {
        const cause = new Error('inner');
        const error = new Exception(get('/'), 'outer', { cause });
        expect([error.message, error.cause]).toEqual(['outer', cause]);
      },
    );

    it.each([HttpException, HttpNotFoundException, TeapotException])(
      'refuses a text instead of the request: %p',
      (refused) => {
        expect(() => new refused('No such book.' as never)).toThrow(
          `${refused.name} received a string instead of the request: write new ${refused.name}(request, message)`,
        );
      },
    );

    it('is by its brand an instance of its class and superclasses, and of no other class', () => {
      const error = new HttpNotFoundException(get('/'));
      expect(error instanceof HttpNotFoundException).toBe(true);
      expect(error instanceof HttpException).toBe(true);
      expect((error as Error) instanceof HttpBadRequestException).toBe(false);
      expect((new Error('x') as unknown) instanceof HttpException).toBe(false);
      const copy = { [Symbol.for('@mortise/app/HttpNotFoundException')]: true };
      expect((copy as unknown) instanceof HttpNotFoundException).toBe(true);
    });

    it('leaves instanceof of subclasses unchanged', () => {
      const teapot = new TeapotException(get('/'), '', 418);
      expect(teapot instanceof TeapotException).toBe(true);
      expect(teapot instanceof HttpException).toBe(true);
      expect((new HttpException(get('/')) as Error) instanceof TeapotException).toBe(false);
    });

    it('names its class', () => {
      expect(new HttpNotFoundException(get('/')).name).toBe('HttpNotFoundException');
      expect(Object.keys(new HttpNotFoundException(get('/')))).not.toContain('name');
    });
  });

  it("has Slim's getCode, the status", () => {
    const request = factories.createServerRequest('GET', '/');
    expect(new HttpException(request, 'x', 418).getCode()).toBe(418);
  });

  describe('HttpMethodNotAllowedException', () => {
    it('says the methods in Allow and in its message', () => {
      const error = new HttpMethodNotAllowedException(get('/')).setAllowedMethods(['GET', 'PUT']);
      expect(error.headers).toEqual({ Allow: 'GET, PUT' });
      expect(error.message).toContain('GET, PUT');
    });
  });

  describe('AppError', () => {
    it('is an instance by brand', () => {
      expect(notRouted() instanceof AppError).toBe(true);
      expect((new Error('x') as unknown) instanceof AppError).toBe(false);
      const copy = { [Symbol.for('@mortise/app/AppError')]: true };
      expect((copy as unknown) instanceof AppError).toBe(true);
    });
  });
});
