import { object, options, or, rule, type Rule } from '@mortise/base/options';
import type { XmlOptions } from './contract.js';

/** The rule of a limit: a number of at least 0, including `Infinity`. */
export const limit: Rule<number> = rule(
  (value) => typeof value === 'number' && value >= 0,
  'a number of at least 0',
);

/** Like {@link limit}, for a number of bytes; strings such as `'1mb'` are refused. */
export const bytes: Rule<number> = { ...limit, expected: `${limit.expected}, in bytes` };

/** The options of the XML parsers. */
export const declaredXml = options<XmlOptions>()('parseXml', { maxDepth: or(limit, 64) });

/** The rule of an object whose members are all accepted. @param expected completes "expected ..." */
export function byName(accepts: (value: unknown) => boolean, expected: string): Rule<never> {
  return rule(
    (value) => object.accepts(value) && Object.values(value as object).every(accepts),
    expected,
  );
}

/** The rule of parsers and readers by media type. */
export const functionsByName = or(
  byName(
    (each) => typeof each === 'function' || object.accepts(each),
    'an object of functions, such as { "text/csv": parseCsv }',
  ),
  {},
);

/** Removes the options that are `undefined`, for a function with defaults of its own. */
export function givenOnly<O extends object>(
  checked: O,
): {
  readonly [K in keyof O]: Exclude<O[K], undefined>;
} {
  const given = Object.entries(checked).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as { readonly [K in keyof O]: Exclude<O[K], undefined> };
}
