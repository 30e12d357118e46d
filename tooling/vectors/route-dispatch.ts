import type { VectorRow } from './run-vectors.js';

/** A row of the vectors of route dispatch. */
export interface RouteDispatchRow extends VectorRow {
  readonly input: {
    readonly routes: readonly RouteInput[];
    readonly basePath?: string;
    readonly method: string;
    readonly path: string;
  };
  readonly expect: { readonly slim4: Outcome };
}

interface RouteInput {
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

/** Returns the routes of a row in order; a repeated one is numbered at `%d`. */
export function routesOf({ input: { routes } }: RouteDispatchRow): readonly RouteInput[] {
  return routes.flatMap(({ methods, pattern, repeat = 1 }) =>
    Array.from({ length: repeat }, (_, i) => ({
      methods,
      pattern: repeat === 1 ? pattern : pattern.replace('%d', String(i)),
    })),
  );
}

/** Returns what the reference returns: the route and its arguments in order, the allowed methods, or an error. */
export function dispatchedBySlim({ expect: { slim4 } }: RouteDispatchRow): unknown {
  const { status, route, args, allowed, error } = slim4;
  if (error !== undefined) return { $exception: true };
  if (status === 'found') return { route, args: Object.entries(args ?? {}) };
  return allowed ?? status;
}
