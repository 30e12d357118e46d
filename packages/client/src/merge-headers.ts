import { accepted, ensure, object, type Rule, rule, synchronous } from '@mortise/base/options';

type Headers = Readonly<Record<string, string>>;

/** The option rule for headers by name. `fetch` would send the text `undefined` for a value that is absent. */
export const headerMap: Rule<Headers> = {
  ...rule(object.accepts, 'an object such as { "X-Name": "value" }'),
  read: (given: Headers, path) => {
    for (const [name, value] of Object.entries(given))
      ensure(typeof value === 'string', `${path}.${name}`, value, 'a string, or no such member');
    return given;
  },
};

/** The option rule for headers of every request. */
export const commonHeaders: Rule<Headers | (() => Headers)> = {
  ...rule(
    (value) => typeof value === 'function' || object.accepts(value),
    `${headerMap.expected}, or a function that returns one`,
  ),
  read: (given: Headers | (() => Headers), path) => {
    if (typeof given !== 'function') return accepted(headerMap, given, path);
    const make: () => Headers = accepted(synchronous, given, path);
    return () => accepted(headerMap, make(), path);
  },
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
