import { quote } from '@mortise/base';
import type { MiddlewareInterface } from '@mortise/http-message';
import { canonicalPath } from '@mortise/http-syntax';
import { AppError } from '../app-error.js';
import { toMiddleware } from './is-middleware.js';
import { requestPath } from '../request-path.js';
import type { MiddlewareFunction } from '../variant-types.js';

/** What a reader takes for a placeholder or wildcard, and what would be compared as text: the guard would never run. */
const PATTERN = /\{|\/\*+(?:\/|$)/;

/**
 * Limits middleware to the paths below a prefix, with or without routes: `/admin` covers `/admin` and
 * `/admin/users`, not `/administrator`. It compares the same path as routing, so that no encoding
 * of a path bypasses it. A request whose path has no canonical form passes through it too.
 *
 * If you register the routes yourself, middleware on their group does the same.
 *
 * @param prefix begins with `/`, without placeholders or wildcards; includes the base path, if there is one
 * @param middleware not the name of a container entry
 * @throws {AppError} `BASE_PATH_INVALID`, `MIDDLEWARE_INVALID`
 */
export function underPath(
  prefix: string,
  middleware: MiddlewareInterface | MiddlewareFunction,
): MiddlewareInterface {
  const canonical = canonicalPath(prefix)?.replace(/\/$/, '');
  if (canonical === undefined || !prefix.startsWith('/')) throw AppError.invalidBasePath(prefix);
  if (PATTERN.test(prefix)) throw AppError.patternOfGuard(prefix);
  const inner = toMiddleware(middleware);
  if (inner === null) {
    const message = `invalid middleware: received ${quote(middleware)}; expected a function (request, handler), or an object with process()`;
    throw new AppError('MIDDLEWARE_INVALID', message, middleware);
  }
  return {
    name: `underPath ${prefix}`,
    process(request, handler) {
      const path = requestPath(request);
      const covered = path === null || path === canonical || path.startsWith(`${canonical}/`);
      return covered ? inner.process(request, handler) : handler.handle(request);
    },
  };
}
