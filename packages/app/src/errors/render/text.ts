import type { ErrorRenderer } from '../contract.js';
import { errorDetails, nearRoutes, rowsOf } from './error-details.js';
import { listedErrors } from './listed-errors.js';

/** Renders the title, the error's own text, and each listed violation, one per line. */
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
