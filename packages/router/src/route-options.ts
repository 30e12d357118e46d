import { boolean, object, optional, options, or, rule, text } from '@mortise/base/options';
import type { GroupOptions, RouteOptions, UrlOptions, UrlQueryText } from './contract.js';

const groupRules = {
  metadata: optional(object),
  escapedSlashes: optional(boolean),
};

/** The options of a route. */
export const declaredRoute = options<RouteOptions>()('route', {
  ...groupRules,
  name: optional(text()),
  inOrder: optional(boolean),
});

/** The options of a group. */
export const declaredGroup = options<GroupOptions>()('group', groupRules);

/** The options of a URL. */
export const declaredUrl = options<UrlOptions>()('url', {
  // `acceptedQuery` throws for an object without its own `toString()`.
  query: or(
    rule<string | UrlQueryText>(
      (value) => typeof value === 'string' || (typeof value === 'object' && value !== null),
      'a string without "?", or new URLSearchParams(data)',
    ),
    '',
  ),
  origin: or(text(), ''),
  relative: or(boolean, false),
  raw: or(boolean, false),
});
