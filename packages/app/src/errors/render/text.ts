import type { ErrorRenderer } from '../contract.js';
import { errorDetails, nearRoutes, rowsOf } from './error-details.js';
import { listedErrors } from './listed-errors.js';

/** The title on a line, the error's own text on the next, then a line for each error that a problem lists. */
export const plainErrorRenderer: ErrorRenderer = (error, displayErrorDetails, facts) => {
  const { title, detail } = facts;
  const faults = listedErrors(facts).map((fault) =>
    `- ${fault.place === '' ? '' : `${fault.place}: `}${fault.detail}`.replaceAll(/\s+/g, ' '),
  );
  const lines = [title, ...(detail === '' ? [] : [detail]), ...faults, ''];
  return lines.join('\n') + (displayErrorDetails ? plainDetails(error) : '');
};

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
