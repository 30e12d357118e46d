import { canonicalPath, hasPatternSyntax } from '@mortise/http-syntax';

/**
 * Returns a base path in canonical form.
 *
 * @param refuse creates the error that is thrown; its argument completes "expected ..."
 */
export function basePathOf(basePath: unknown, refuse: (expected: string) => Error): string {
  const canonical = typeof basePath === 'string' ? canonicalPath(basePath) : null;
  if (canonical === null || (canonical !== '' && !canonical.startsWith('/')))
    throw refuse('"" or a path that begins with "/", without invalid escapes');
  if (hasPatternSyntax(basePath as string) || hasPatternSyntax(canonical)) {
    throw refuse(
      'a path without pattern syntax ("{", "}", "[", "]", "*", "/:"): write braces and brackets as escapes, such as "%7B", or register the routes in a group',
    );
  }
  return canonical;
}
