import { errorDetails } from './error-details.js';
import type { ErrorRenderer } from './error-renderer.js';

/** `{ "message": title }`, with `code`, `description` and further members where an error has them. */
export const jsonErrorRenderer: ErrorRenderer = (error, displayErrorDetails, facts) => {
  const { title, code, detail, problem } = facts;
  return JSON.stringify(
    {
      ...problem,
      message: title,
      ...(code !== null && { code }),
      ...(detail !== '' && { description: detail }),
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
