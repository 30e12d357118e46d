import type { ErrorRenderer } from '../contract.js';
import { errorDetails, nearRoutes, rowsOf } from './error-details.js';

/** The title on a line, and the error's own text on the next. */
export const plainErrorRenderer: ErrorRenderer = (error, displayErrorDetails, { title, detail }) =>
  `${title}\n${detail === '' ? '' : `${detail}\n`}${displayErrorDetails ? plainDetails(error) : ''}`;

function plainDetails(error: unknown): string {
  const routes = nearRoutes(error).map(
    ({ methods, pattern, reason }) => `\nRoute: ${methods.join(', ')} ${pattern}: ${reason}`,
  );
  return errorDetails(error)
    .map((details) =>
      [
        ...rowsOf(details).map(([name, value]) => `${name}: ${value}`),
        ...(details.trace === undefined ? [] : [`Trace: ${details.trace}`]),
      ].join('\n'),
    )
    .join('\nPrevious Error:\n')
    .concat(...routes);
}
