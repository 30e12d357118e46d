import type { RouteArgs, UrlDataFor } from '@mortise/router';
import type { VariantTypes } from '../variant-types.js';
import type { RouteInterface } from './contract.js';
import type { UrlData, UrlQuery } from './router-contract.js';

/** A route whose URL is generated: its name, or what registration returned. */
export type UrlTarget = string | RouteInterface<VariantTypes>;

/**
 * What follows the route where a URL is generated: values of the placeholders, and the query. The values are those of the
 * pattern if the route is given, and can be omitted if it needs none; any values if its name is given.
 */
export type UrlArguments<R extends UrlTarget> = R extends {
  getPattern(): infer Pattern extends string;
}
  ? ArgumentsFor<RouteArgs<Pattern>>
  : [data?: UrlData, query?: UrlQuery];

type ArgumentsFor<Args> = string extends keyof Args
  ? [data?: UrlData, query?: UrlQuery]
  : Partial<Args> extends Args
    ? [data?: UrlDataFor<Args>, query?: UrlQuery]
    : [data: UrlDataFor<Args>, query?: UrlQuery];
