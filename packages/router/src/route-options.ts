import { boolean, optional, options, or, rule } from '@mortise/base/options';
import type {
  GroupOptions,
  RouteMetadata,
  RouteOptions,
  UrlOptions,
  UrlQueryText,
} from './contract.js';

const text = rule<string>((value) => typeof value === 'string', 'a string');
const groupRules = {
  metadata: optional(
    rule<RouteMetadata>((value) => typeof value === 'object' && value !== null, 'an object'),
  ),
  escapedSlashes: optional(boolean),
};

/** The options of a route. */
export const declaredRoute = options<RouteOptions>()('route', {
  ...groupRules,
  name: optional(text),
});

/** The options of a group. */
export const declaredGroup = options<GroupOptions>()('group', groupRules);

/** The options of a URL. */
export const declaredUrl = options<UrlOptions>()('url', {
  // `queryText` refuses other objects.
  query: or(
    rule<string | UrlQueryText>(
      (value) => typeof value === 'string' || (typeof value === 'object' && value !== null),
      'a string without "?", or new URLSearchParams(data)',
    ),
    '',
  ),
  origin: or(text, ''),
  relative: or(boolean, false),
  raw: or(boolean, false),
});
