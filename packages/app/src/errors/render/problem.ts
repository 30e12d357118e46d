import type { ErrorRenderer } from '../contract.js';
import { errorDetails } from './error-details.js';
import { routesOf } from './json.js';

/**
 * A problem of RFC 9457. Without a `type` among the error's own members it is `about:blank`: the
 * status tells what kind of problem it is; `code` tells it more closely where an error has one.
 */
export const problemErrorRenderer: ErrorRenderer = (error, displayErrorDetails, facts) => {
  const { status, title, code, description, problem } = facts;
  const number = `${status} `;
  return JSON.stringify({
    ...problem,
    title: title.startsWith(number) ? title.slice(number.length) : title,
    status,
    ...(description !== '' && { detail: description }),
    ...(code !== null && { code }),
    ...(displayErrorDetails && { exceptions: errorDetails(error), ...routesOf(error) }),
  });
};
