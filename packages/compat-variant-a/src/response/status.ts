import { isBodilessStatus } from '@mortise/base/message';
import type { ResponseInterface } from '@mortise/http-message';

/** Whether the status forbids a body: 204, 205 or 304. */
export function isEmpty(response: ResponseInterface): boolean {
  return isBodilessStatus(response.getStatusCode());
}

/** Whether the status is from 100 to 199. */
export function isInformational(response: ResponseInterface): boolean {
  return isOfClass(response, 1);
}

/** Whether the status is 200. */
export function isOk(response: ResponseInterface): boolean {
  return response.getStatusCode() === 200;
}

/** Whether the status is from 200 to 299. */
export function isSuccessful(response: ResponseInterface): boolean {
  return isOfClass(response, 2);
}

/** Whether the status redirects the client to `Location`: 301, 302, 303, 307 or 308. */
export function isRedirect(response: ResponseInterface): boolean {
  return [301, 302, 303, 307, 308].includes(response.getStatusCode());
}

/** Whether the status is from 300 to 399. */
export function isRedirection(response: ResponseInterface): boolean {
  return isOfClass(response, 3);
}

/** Whether the status is 403. */
export function isForbidden(response: ResponseInterface): boolean {
  return response.getStatusCode() === 403;
}

/** Whether the status is 404. */
export function isNotFound(response: ResponseInterface): boolean {
  return response.getStatusCode() === 404;
}

/** Whether the status is 400. */
export function isBadRequest(response: ResponseInterface): boolean {
  return response.getStatusCode() === 400;
}

/** Whether the status is from 400 to 499. */
export function isClientError(response: ResponseInterface): boolean {
  return isOfClass(response, 4);
}

/** Whether the status is from 500 to 599. */
export function isServerError(response: ResponseInterface): boolean {
  return isOfClass(response, 5);
}

function isOfClass(response: ResponseInterface, first: number): boolean {
  return Math.floor(response.getStatusCode() / 100) === first;
}
