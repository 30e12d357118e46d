import type { ResponseInterface } from '@mortise/http-message';
import { AppError } from '../app-error.js';

/**
 * A check that a layer returned a response. It looks for the contract, never for a class.
 *
 * @param layer its name, for the error
 * @returns returns the response, or throws {@link AppError} `RESPONSE_MISSING`
 */
export function responseCheck(layer: string): (value: ResponseInterface) => ResponseInterface {
  return (value) => {
    if (isResponse(value)) return value;
    throw AppError.noResponse(layer, value);
  };
}

/** Whether a value keeps the contract of a response, as far as one look shows. */
export function isResponse(value: unknown): value is ResponseInterface {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof (value as Partial<ResponseInterface>).getStatusCode === 'function'
  );
}
