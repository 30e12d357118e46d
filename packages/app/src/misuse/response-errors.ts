import { quote } from '@mortise/base';
import type { ResponseInterface } from '@mortise/http-message';
import { AppError } from '../app-error.js';

/**
 * Rejects calls without the response, such as `text('hi')`, and with a status that is not a number, such as
 * `json(response, data, { status: 201 })`.
 *
 * @param name the function's name
 * @throws {AppError} `RESPONSE_INVALID`
 */
export function checkResponse(name: string, given: unknown, status: unknown = 0): void {
  const isResponse =
    typeof (given as Partial<ResponseInterface> | null | undefined)?.withStatus === 'function';
  if (isResponse && typeof status === 'number') return;
  const value = isResponse ? status : given;
  const first = given instanceof Error ? 'app.factories.createResponse(500)' : 'response';
  const line =
    typeof given === 'function'
      ? 'respond(200, ...) in an endpoint'
      : `${name}(${first}, ...${isResponse ? ', 201' : ''})`;
  const message = `${name} received ${quote(value)} instead of the ${isResponse ? 'status' : 'response'}: write return ${line}`;
  throw new AppError('RESPONSE_INVALID', message, value);
}

/** The error for a status or body that was assigned to a response. @param write writes a line for its handler */
export function statusAssigned(
  place: string,
  member: string,
  value: unknown,
  write: (line: string) => string,
): AppError {
  const line =
    member === 'body'
      ? "text(response, 'text')"
      : `response.withStatus(${typeof value === 'number' ? value : 404})`;
  return new AppError(
    'RESPONSE_INVALID',
    `${place} assigned ${quote(value)} to response.${member}, which has no effect: responses are immutable; ${write(`write return ${line}`)}`,
    value,
  );
}
