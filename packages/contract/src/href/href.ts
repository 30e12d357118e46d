import { formLoss } from '@mortise/base';
import { type Route, Router, RouterError, type UrlData } from '@mortise/router';
import type { ArgumentsPart, Omittable } from '../arguments-part.js';
import { formText } from '../form-text.js';
import type { Method, Operation } from '../operation.js';
import type { AnySchema, InputOf } from '../schema.js';

/** The input of {@link href}: the operation's `args` and `query`, as their schemas accept them. */
export type HrefInput<P extends string, D> = ArgumentsPart<P, D> & QueryPart<D>;

type QueryPart<D> = D extends { readonly query: infer S }
  ? Omittable<InputOf<S>> extends true
    ? { readonly query?: InputOf<S> }
    : { readonly query: InputOf<S> }
  : unknown;

/** Routes that only generate URLs, by pattern. */
const routes = new Map<string, Route<null>>();

/**
 * Returns an operation's path and query string for a link or form: `href(books.show, { args: { id: 7 } })` is
 * `/books/7`. Encodes arguments like the router, and throws for a path that the route would not match or would split
 * into other arguments. The input is not validated; the query's schema only decides how empty values are written.
 *
 * @returns a path that begins with one slash, or `''` for the pattern `''`; without the prefix of the operation's group
 * @throws {RouterError} `URL_DATA_MISSING`; `URL_DATA_INVALID`, including for a path that would begin with `//`, which
 *   browsers read as another host, and for data that JSON would write as another value, such as `NaN`; or the error of
 *   an invalid pattern
 * @throws {FormError} `FORM_UNWRITABLE` if the query cannot be encoded as a form
 */
export function href<P extends string, D>(
  operation: Operation<Method, P, D & object>,
  ...[input]: Omittable<HrefInput<P, D>> extends true
    ? [input?: HrefInput<P, D>]
    : [input: HrefInput<P, D>]
): string {
  const { args = {}, query } = (input ?? {}) as {
    readonly args?: UrlData;
    readonly query?: object;
  };
  const { pattern } = operation;
  refuseLost(pattern, 'args', args);
  refuseLost(pattern, 'query', query ?? {});
  const { query: schema } = operation.description as { readonly query?: AnySchema };
  const text = query === undefined ? '' : formText(query, schema);
  return routeOf(pattern).url(args, { query: text });
}

/** Refuses what JSON would write as another value, such as `NaN`, as typed clients do. */
function refuseLost(pattern: string, name: 'args' | 'query', data: object): void {
  const loss = formLoss(data);
  if (loss === null) return;
  const place = [name, ...loss.path].join('.');
  const text = `invalid ${place} for the URL of ${JSON.stringify(pattern)}: ${loss.problem}`;
  throw RouterError.of('URL_DATA_INVALID', text, pattern);
}

function routeOf(pattern: string): Route<null> {
  const known = routes.get(pattern);
  if (known !== undefined) return known;
  const route = new Router<null>().get(pattern, null);
  routes.set(pattern, route);
  return route;
}
