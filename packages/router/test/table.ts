import { Router, type RouterOptions } from '../src/router.js';

/** A router whose handlers are their own lines: methods and pattern. */
export function table(lines: readonly string[], options?: RouterOptions): Router<string> {
  const router = new Router<string>(options);
  for (const line of lines) {
    const space = line.indexOf(' ');
    router.add(line.slice(0, space), line.slice(space + 1), line);
  }
  return router;
}

/** The handler that is found, and names and values of its arguments. */
export function found(
  router: Router<string>,
  method: string,
  path: string,
): readonly string[] | string {
  const result = router.dispatch(method, path);
  return result.kind === 'found'
    ? [result.handler, ...Object.entries(result.args).flat()]
    : result.kind;
}
