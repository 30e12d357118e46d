import { quote } from '@mortise/base';
import { ROUTES } from '@mortise/base/keys';
import type {
  MiddlewareInterface,
  RequestHandlerInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import { parsePrefix, pathBelow, resolvedPath } from '@mortise/http-syntax';
import { AppError } from '../app-error.js';
import { INNER } from '@mortise/base/message';
import { toMiddleware } from './is-middleware.js';
import { requestPath } from '../request-path.js';
import type { MiddlewareFunction } from '../variant-types.js';

/**
 * Limits middleware to the paths below a prefix, whether or not they have routes: `/admin` covers `/admin` and
 * `/admin/users`, not `/administrator`. It compares the same path as routing, so that no encoding of a path bypasses
 * it. To be safe, it also runs if a path has no canonical form, has a `..` segment, or is below the prefix for a reader
 * that decodes or merges slashes, or ignores case, as Express does: `/admin%2Fusers`, `//admin`, `/ADMIN`.
 *
 * For routes that you register yourself, you can add the middleware to their group instead.
 *
 * @param prefix a path within the application, without the base path of a mount, an adapter or variant A; that of
 *   `setBasePath` can be omitted. It has no empty segments, placeholders, wildcards or dot segments. Escaped pattern
 *   syntax is literal text (`/%7Bx%7D`), but `%2A` as a whole segment is invalid
 * @param middleware a function or an object, not the name of a container entry
 * @throws {AppError} `BASE_PATH_INVALID` for the prefix, `MIDDLEWARE_INVALID` for the middleware
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
    const message = `invalid prefix ${quote(prefix)}: expected a path such as "/admin", without "//", "?", "#", dot segments, brackets, "*" or placeholders; for placeholders, add the middleware to the group`;
    throw new AppError('BASE_PATH_INVALID', message, prefix);
  }
  const inner = toMiddleware(middleware);
  if (inner === null) {
    const message = `invalid middleware: received ${quote(middleware)}; expected a function (request, handler), or an object with process()`;
    throw new AppError('MIDDLEWARE_INVALID', message, middleware);
  }
  const lower = canonical.toLowerCase();
  const isBelow = (path: string): boolean => `${path.toLowerCase()}/`.startsWith(`${lower}/`);
  const covers = (path: string | null, basePath: string): boolean => {
    if (path === null || isBelow(path)) return true;
    const rest = basePath === '' ? null : pathBelow(path, basePath);
    return rest !== null && isBelow(rest);
  };
  const own = {
    [INNER]: inner,
    name: `underPath ${prefix}`,
    process(request: ServerRequestInterface, handler: RequestHandlerInterface) {
      const path = requestPath(request);
      const basePath = request.getAttribute(ROUTES)?.collector.getBasePath() ?? '';
      const isCovered =
        path === null || covers(path, basePath) || covers(resolvedPath(path), basePath);
      return isCovered ? inner.process(request, handler) : handler.handle(request);
    },
  };
  return own;
}
