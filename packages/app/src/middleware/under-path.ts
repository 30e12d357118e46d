import { quote } from '@mortise/base';
import type { MiddlewareInterface } from '@mortise/http-message';
import { parsePrefix, resolvedPath } from '@mortise/http-syntax';
import { AppError } from '../app-error.js';
import { toMiddleware } from './is-middleware.js';
import { requestPath } from '../request-path.js';
import type { MiddlewareFunction } from '../variant-types.js';

/**
 * Limits middleware to the paths below a prefix, with or without routes: `/admin` covers `/admin` and
 * `/admin/users`, not `/administrator`. It compares the same path as routing, so that no encoding
 * of a path bypasses it. A request whose path has no canonical form passes through it too, and so does one whose path has
 * a segment `..`, or is below the prefix for a reader that decodes or merges slashes: `/admin%2Fusers`, `//admin`.
 *
 * If you register the routes yourself, middleware on their group does the same.
 *
 * @param prefix segments, each after one `/`, without placeholders, wildcards or dot segments; begins with the base path of
 *   `setBasePath`, but not that of a mount, an adapter or variant A. Escaped pattern syntax is text (`/%7Bx%7D`), except a
 *   whole segment `%2A`
 * @param middleware not the name of a container entry
 * @throws {AppError} `BASE_PATH_INVALID`, `MIDDLEWARE_INVALID`
 */
export function underPath(
  prefix: string,
  ...given: readonly [middleware: MiddlewareInterface | MiddlewareFunction]
): MiddlewareInterface {
  const [middleware] = given;
  if ((given as readonly unknown[]).length > 1) {
    const message = `underPath takes one middleware: received ${given.length}; call underPath for each`;
    throw new AppError('MIDDLEWARE_INVALID', message, given);
  }
  const canonical = parsePrefix(prefix);
  if (canonical === null || prefix === '') {
    const message = `invalid prefix ${quote(prefix)}: expected a path such as "/admin", which covers everything below it, without "//", "?", "#", dot segments, brackets, "*" or placeholders; for placeholders, add the middleware to the group`;
    throw new AppError('BASE_PATH_INVALID', message, prefix);
  }
  const inner = toMiddleware(middleware);
  if (inner === null) {
    const message = `invalid middleware: received ${quote(middleware)}; expected a function (request, handler), or an object with process()`;
    throw new AppError('MIDDLEWARE_INVALID', message, middleware);
  }
  const isBelow = (path: string | null): boolean =>
    path === null || path === canonical || path.startsWith(`${canonical}/`);
  return {
    name: `underPath ${prefix}`,
    process(request, handler) {
      const path = requestPath(request);
      const covered = isBelow(path) || isBelow(path === null ? null : resolvedPath(path));
      return covered ? inner.process(request, handler) : handler.handle(request);
    },
  };
}
