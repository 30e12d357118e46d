import type { ErrorRenderer } from '../contract.js';
import { errorDetails, nearRoutes } from './error-details.js';
import { errorJson } from './error-json.js';

/**
 * Renders Slim's JSON: `{ "message": title }`, with `code`, `description` and further members if the error has them.
 */
export const jsonErrorRenderer: ErrorRenderer = (error, displayErrorDetails, facts) => {
  const { title, code, detail } = facts;
  return errorJson(
    facts,
    {
      message: title,
      ...(code !== null && { code }),
      ...(detail !== '' && { description: detail }),
      ...(displayErrorDetails && { exception: exceptionsOf(error), ...routesOf(error) }),
    },
    4,
  );
};

function exceptionsOf(error: Error): readonly object[] {
  return errorDetails(error).map(({ type, code = null, message, hint, file, line }) => ({
    type,
    code,
    message,
    hint,
    file,
    line,
  }));
}

/** Returns `{ routes: [...] }` if some routes almost matched; otherwise `{}`. */
export function routesOf(error: Error): object {
  const routes = nearRoutes(error);
  return routes.length === 0 ? {} : { routes };
}
