import { parseQualityList, type WeightedItem } from './quality-list.js';

/**
 * Returns the offered language that the client prefers, by lookup (RFC 4647). Ranges are tried in order of weight; each
 * finds the longest offer that equals the range or its leading subtags, so `ja-JP` finds `ja`. `ja` does not find
 * `ja-JP`: offer `ja` too. If no named range finds an offer, `*` accepts the first one. A range with `q=0` excludes the
 * offers that it covers (`en;q=0` also excludes `en-GB`), except those that a longer range accepts.
 *
 * The response then depends on the header: add `Accept-Language` to `Vary`, with `addVary`. For null, respond in a default
 * language, or with 406 and the same `Vary`.
 *
 * @param accept value of the Accept-Language header; `''`, or one without a valid member, accepts everything
 * @param offered language tags, the server's preferred one first; compared case-insensitively
 * @returns one of `offered`, unchanged; null if none is acceptable or none is offered
 * @see RFC 4647 3.4, RFC 9110 12.5.4
 */
export function negotiateLanguage(accept: string, offered: readonly string[]): string | null {
  const ranges = parseQualityList(accept);
  if (ranges.length === 0) return offered[0] ?? null;
  const allowed = offered.filter((offer) => !isExcluded(offer.toLowerCase(), ranges));
  for (const { value, quality } of ranges) {
    const found = quality === 0 ? null : lookup(value, allowed);
    if (found !== null) return found;
  }
  const acceptsOthers = ranges.some(({ value, quality }) => value === '*' && quality > 0);
  return acceptsOthers ? (allowed[0] ?? null) : null;
}

/** Returns the longest offer that a range begins with, the first among equals; `null` if there is none. */
function lookup(range: string, offered: readonly string[]): string | null {
  let found: string | null = null;
  for (const offer of offered) {
    const isLonger = found === null || offer.length > found.length;
    if (isLonger && covers(offer.toLowerCase(), range)) found = offer;
  }
  return found;
}

/** Whether the longest range that covers an offer excludes it; if a range is repeated, its highest weight counts. */
function isExcluded(offer: string, ranges: readonly WeightedItem[]): boolean {
  let longest = 0;
  let excluded = false;
  for (const { value, quality } of ranges) {
    if (value.length > longest && covers(value, offer)) {
      longest = value.length;
      excluded = quality === 0;
    }
  }
  return excluded;
}

/** Whether `beginning` equals a tag or its leading subtags. */
function covers(beginning: string, tag: string): boolean {
  if (beginning === '' || !tag.startsWith(beginning)) return false;
  return tag.length === beginning.length || tag.charAt(beginning.length) === '-';
}
