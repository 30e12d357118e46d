import { errorDetails } from './error-details.js';
import type { ErrorRenderer } from './error-renderer.js';

/** `{ "message": title }`, with `code` and `description` where an error has a code of its own. */
export const jsonErrorRenderer: ErrorRenderer = (error, displayErrorDetails, facts) => {
  const { title, code, description } = facts;
  return JSON.stringify(
    {
      message: title,
      ...(code !== null && { code, description }),
      ...(displayErrorDetails && { exception: exceptionsOf(error) }),
    },
    null,
    4,
  );
};

function exceptionsOf(error: Error): readonly object[] {
  return errorDetails(error).map(({ type, code, message, file, line }) => ({
    type,
    code,
    message,
    file,
    line,
  }));
}
