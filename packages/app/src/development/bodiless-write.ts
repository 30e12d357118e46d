import { isBodilessStatus, isNoted } from '@mortise/base/message';
import type { ResponseInterface } from '@mortise/http-message';
import { AppError } from '../app-error.js';

/**
 * Refuses text for a noted body that is not sent because of the status (RFC 9110 6.4.1, 15.3.6).
 *
 * @throws {AppError} `RESPONSE_INVALID`
 */
export function checkWrite(
  response: ResponseInterface,
  content: string,
  status = response.getStatusCode(),
): void {
  if (content === '' || !isBodilessStatus(status) || !isNoted(response.getBody())) return;
  const text = `a response with status ${status} has no body, so its content would be dropped: write return response.withStatus(${status}), or choose a status with a body, such as 200`;
  throw new AppError('RESPONSE_INVALID', text);
}
