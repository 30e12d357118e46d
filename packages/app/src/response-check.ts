import { isThenable } from '@mortise/base';
import { isResponse } from '@mortise/base/message';
import type { Awaitable, ResponseInterface } from '@mortise/http-message';
import { AppError } from './app-error.js';

/** Returns a response, and throws or rejects for any other value. */
export type ResponseCheck = (value: Awaitable<ResponseInterface>) => Awaitable<ResponseInterface>;

/**
 * Creates a check that a layer returned a response. It checks the contract, not a class.
 *
 * @param layer its name, for the error
 * @param awaits whether a promise is checked, too, which costs another promise (50 ns); default `true`
 * @returns a function that throws {@link AppError} `RESPONSE_MISSING`, or rejects with it
 */
export function responseCheck(layer: string, awaits = true): ResponseCheck {
  const check = (value: ResponseInterface): ResponseInterface => {
    if (isResponse(value)) return value;
    throw AppError.noResponse(layer, value);
  };
  return (value) => {
    if (!isThenable(value)) return check(value);
    return awaits ? value.then(check) : value;
  };
}
