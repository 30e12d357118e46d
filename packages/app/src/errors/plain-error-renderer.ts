import { errorDetails } from './error-details.js';
import type { ErrorRenderer } from './error-renderer.js';

/** The title on a line, and the error's own text on the next. */
export const plainErrorRenderer: ErrorRenderer = (error, displayErrorDetails, facts) => {
  const said = facts.detail === '' ? '' : `${facts.detail}\n`;
  return `${facts.title}\n${said}${displayErrorDetails ? plainDetails(error) : ''}`;
};

/** An error and its causes as text, for people who read logs. */
export function plainDetails(error: unknown): string {
  return errorDetails(error)
    .map(({ type, code, message, file, line, trace }) =>
      [
        `Type: ${type}`,
        ...(code === null ? [] : [`Code: ${code}`]),
        `Message: ${message}`,
        `File: ${file}`,
        `Line: ${line}`,
        `Trace: ${trace}`,
      ].join('\n'),
    )
    .join('\nPrevious Error:\n');
}
