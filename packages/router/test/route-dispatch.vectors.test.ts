import { canonicalPath } from '@mortise/http-syntax';
import {
  comparable,
  errorMark,
  runVectors,
  type VectorRow,
} from '../../../tooling/vectors/index.js';
import { Router } from '../src/index.js';

interface RouteRow {
  readonly methods: readonly string[];
  readonly pattern: string;
  readonly repeat?: number;
}

interface Outcome {
  readonly status?: 'found' | 'notFound' | 'methodNotAllowed';
  readonly route?: number;
  readonly args?: Readonly<Record<string, unknown>>;
  readonly allowed?: readonly string[];
  readonly error?: string;
}

interface Row extends VectorRow {
  readonly input: {
    readonly routes: readonly RouteRow[];
    readonly basePath?: string;
    readonly method: string;
    readonly path: string;
  };
  readonly expect: { readonly slim4: Outcome };
}

runVectors<Row, typeof Router>({
  file: 'route-dispatch',
  subjects: { Router },
  ours,
  references: ({ expect: { slim4 } }) => ({ slim4: comparable(theirs(slim4)) }),
});

function theirs({ status, route, args, allowed, error }: Outcome): unknown {
  if (error !== undefined) return { $exception: true };
  if (status === 'found') return { route, args: Object.entries(args ?? {}) };
  return allowed ?? status;
}

function ours({ input: { routes, basePath = '', method, path } }: Row): unknown {
  const router = new Router<number>({ basePath, colonPlaceholders: false });
  try {
    for (const [index, { methods, pattern }] of routes.flatMap(repeated).entries()) {
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

/** A route of a table, or as many as it says, numbered in place of `%d`. */
function repeated(route: RouteRow): readonly RouteRow[] {
  return Array.from({ length: route.repeat ?? 1 }, (_, i) => ({
    ...route,
    pattern: route.repeat === undefined ? route.pattern : route.pattern.replace('%d', String(i)),
  }));
}
