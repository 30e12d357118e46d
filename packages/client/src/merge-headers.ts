import { accepted, object, type Rule, rule, synchronous } from '@mortise/base/options';

type Headers = Readonly<Record<string, string>>;

/** The option rule for headers by name. */
export const headerMap: Rule<Headers> = rule(
  object.accepts,
  'an object such as { "X-Name": "value" }',
);

/** The option rule for headers of every request. */
export const commonHeaders: Rule<Headers | (() => Headers)> = {
  ...rule(
    (value) => typeof value === 'function' || object.accepts(value),
    `${headerMap.expected}, or a function that returns one`,
  ),
  read: (given: Headers | (() => Headers), path) =>
    typeof given === 'function' ? accepted(synchronous, given, path) : given,
};

/**
 * Merges headers. A header in `own` replaces the common one with the same name, ignoring case, because `fetch` would
 * send both values.
 *
 * @param common called if it is a function
 */
export function mergeHeaders(
  common: Headers | (() => Headers),
  own: Headers,
): Record<string, string> {
  const names = new Set(Object.keys(own).map((name) => name.toLowerCase()));
  const kept = Object.entries(typeof common === 'function' ? common() : common).filter(
    ([name]) => !names.has(name.toLowerCase()),
  );
  return { ...Object.fromEntries(kept), ...own };
}
