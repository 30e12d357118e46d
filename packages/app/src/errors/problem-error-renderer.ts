import { errorDetails } from './error-details.js';
import type { ErrorRenderer } from './error-renderer.js';

/**
 * A problem of RFC 9457. Its `type` is left out, which says `about:blank`: the status tells what
 * kind of problem it is; `code` tells it more closely where an error has one.
 */
export const problemErrorRenderer: ErrorRenderer = (error, displayErrorDetails, facts) => {
  const { status, title, code, description } = facts;
  return JSON.stringify({
    title: title.replace(`${status} `, ''),
    status,
    ...(description !== '' && { detail: description }),
    ...(code !== null && { code }),
    ...(displayErrorDetails && { exceptions: errorDetails(error) }),
  });
};
