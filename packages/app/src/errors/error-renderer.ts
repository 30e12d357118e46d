import type { ErrorFacts } from './error-facts.js';

/**
 * Writes the body of an answer to an error, for one media type.
 *
 * What comes from the error or the request is escaped for that type.
 *
 * @param error as thrown
 * @param displayErrorDetails whether the client may read what only developers should: class,
 *   message, file, trace, causes
 * @param facts what every client may read
 */
export type ErrorRenderer = (
  error: Error,
  displayErrorDetails: boolean,
  facts: ErrorFacts,
) => string;
