import type { ErrorRenderer } from '../contract.js';
import { reasonPhrase } from '@mortise/http-syntax';
import { unknownErrorText } from '../unknown-error-text.js';
import { errorDetails } from './error-details.js';
import { errorJson } from './error-json.js';
import { routesOf } from './json.js';

/**
 * Renders an RFC 9457 problem. Its `type` defaults to `about:blank`: the status determines the kind of problem, and `code`
 * refines it if the error has one. An unknown error has the title of its status.
 *
 * @see RFC 9457 4.2.1
 */
export const problemErrorRenderer: ErrorRenderer = (error, displayErrorDetails, facts) => {
  const { status, title, code, description } = facts;
  const number = `${status} `;
  const isUnknown = title === unknownErrorText.title;
  return errorJson(facts, {
    title: isUnknown
      ? reasonPhrase(status)
      : title.startsWith(number)
        ? title.slice(number.length)
        : title,
    status,
    ...(description !== '' && { detail: description }),
    ...(code !== null && { code }),
    ...(displayErrorDetails && { exceptions: errorDetails(error), ...routesOf(error) }),
  });
};
