import { options, or, rule, type Rule } from '@mortise/base/options';
import type { XmlOptions } from './contract.js';

/** A number of which none is too large: `Infinity`. */
export const limit: Rule<number> = rule(
  (value) => typeof value === 'number' && value >= 0,
  'a number of at least 0',
);

/** Like {@link limit}, for a number of bytes: a string such as `'1mb'` is refused. */
export const bytes: Rule<number> = { ...limit, expected: `${limit.expected}, in bytes` };

/** The options of the XML parsers. */
export const declaredXml = options<XmlOptions>()('parseXml', { maxDepth: or(limit, 64) });
