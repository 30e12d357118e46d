import { describe, expect, it } from '@jest/globals';
import {
  HttpMethodNotAllowedException,
  HttpNotFoundException,
  type VariantServices,
} from '@mortise/app';
import { factories } from '@mortise/message';
import { decorateRequest, decorateResponse } from '../index.js';
import { defaultHandlers } from './default-handlers.js';

const request = decorateRequest(factories.createServerRequest('GET', '/'));
const begun = decorateResponse(factories.createResponse().withHeader('X-Begun', '1'), factories);

/** Notes what the error handler of the application is given. */
function noting(isLate: boolean, displayErrorDetails = false) {
  const calls: unknown[][] = [];
  const handle = (...given: unknown[]) => {
    calls.push(given);
    const response = factories.createResponse(418);
    return isLate ? Promise.resolve(response) : response;
  };
  const errorHandler = { handle, registerErrorRenderer: () => errorHandler };
  const services = { errorHandler } as unknown as VariantServices;
  return { calls, handlers: defaultHandlers(services, displayErrorDetails) };
}

describe('the default handlers', () => {
  it.each([true, false])(
    'pass the error to the handler of the application, to be logged with its details; displayed: %j',
    (isDisplayed) => {
      const { calls, handlers } = noting(false, isDisplayed);
      const error = new Error('e');
      void handlers.errorHandler(request, begun, error);
      expect(calls).toEqual([[request, error, isDisplayed, true, true]]);
      expect(calls[0]?.[1]).toBe(error);
    },
  );

  it.each(['errorHandler', 'phpErrorHandler'] as const)(
    'of the name %s convert a value that is not an error',
    (name) => {
      const { calls, handlers } = noting(false);
      void handlers[name](request, begun, 'text');
      expect(calls[0]?.[1]).toBeInstanceOf(Error);
      expect(calls[0]?.[1]).toHaveProperty('message', expect.stringContaining('text'));
    },
  );

  it('create the errors of a missing route, and of another method with those of the route', () => {
    const { calls, handlers } = noting(false);
    void handlers.notFoundHandler(request, begun);
    void handlers.notAllowedHandler(request, begun, ['PUT', 'POST']);
    expect(calls[0]?.[1]).toBeInstanceOf(HttpNotFoundException);
    expect(calls[1]?.[1]).toBeInstanceOf(HttpMethodNotAllowedException);
    expect(calls[1]?.[1]).toHaveProperty('allowedMethods', ['PUT', 'POST']);
  });

  it.each([true, false])('keep the headers of the begun response; late: %j', async (isLate) => {
    const response = await noting(isLate).handlers.errorHandler(request, begun, new Error('e'));
    expect([response.getStatusCode(), response.getHeaderLine('X-Begun')]).toEqual([418, '1']);
  });
});
