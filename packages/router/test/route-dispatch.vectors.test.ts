import { describe, expect, it } from '@jest/globals';
import { canonicalPath } from '@mortise/http-syntax';
import { Router } from '../src/index.js';
import { readVectors } from './vectors.js';

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

interface Row {
  readonly id: string;
  readonly input: {
    readonly routes: readonly RouteRow[];
    readonly basePath?: string;
    readonly method: string;
    readonly path: string;
  };
  readonly expect: { readonly slim4: Outcome };
}

const { holding, deviating, unknown } = readVectors<Row>('route-dispatch');

describe('the dispatch vectors', () => {
  it.each(holding)('hold: $id', (row) => {
    expect(actual(row)).toEqual(expected(row));
  });

  it.each(deviating)('differ as documented: $id', (row) => {
    expect(actual(row)).not.toEqual(expected(row));
  });

  it('hold every row that the deviations name', () => {
    expect(unknown).toEqual([]);
  });
});

function expected({ expect: { slim4 } }: Row): unknown {
  const { status, route, args, allowed, error } = slim4;
  if (error !== undefined) return 'registration error';
  if (status === 'found') return { route, args: Object.entries(args ?? {}) };
  return allowed ?? status;
}

function actual({ input: { routes, basePath = '', method, path } }: Row): unknown {
  const router = new Router<number>({ basePath, colonPlaceholders: false });
  try {
    for (const [index, { methods, pattern }] of routes.flatMap(repeated).entries()) {
      router.add(methods, pattern, index);
    }
  } catch {
    return 'registration error';
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
