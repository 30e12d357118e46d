import type { ResponseInterface } from '@mortise/http-message';

/** Whether a value looks like a response: checks one member of the contract, not a class. */
export function isResponse(value: unknown): value is ResponseInterface {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof (value as Partial<ResponseInterface>).getStatusCode === 'function'
  );
}
