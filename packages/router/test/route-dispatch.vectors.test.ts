import { canonicalPath } from '@mortise/http-syntax';
import {
  comparable,
  dispatchedBySlim,
  errorMark,
  type RouteDispatchRow,
  routesOf,
  runVectors,
} from '../../../tooling/vectors/index.js';
import { Router } from '../src/index.js';

runVectors<RouteDispatchRow, typeof Router>({
  file: 'route-dispatch',
  subjects: { Router },
  ours,
  references: (row) => ({ slim4: comparable(dispatchedBySlim(row)) }),
});

function ours(row: RouteDispatchRow): unknown {
  const { basePath = '', method, path } = row.input;
  const router = new Router<number>({ basePath, colonPlaceholders: false });
  try {
    for (const [index, { methods, pattern }] of routesOf(row).entries()) {
      router.add(methods, pattern, index);
    }
  } catch (error) {
    return errorMark(error);
  }
  const canonical = canonicalPath(path);
  if (canonical === null) return 'refused';
  const result = router.dispatch(method, canonical);
  if (result.kind === 'found') return { route: result.handler, args: Object.entries(result.args) };
  return result.kind === 'method-not-allowed' ? result.allowed : 'notFound';
}
