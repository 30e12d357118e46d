import { type MediaType, parseMediaType } from './media-type.js';
import { parseQualityList, type WeightedItem } from './quality-list.js';

/** The weight of `identity` if the client does not list it: below every weight that a client can send. */
const UNNAMED = Number.MIN_VALUE;

/**
 * Returns the offered media type that the client prefers. Each offer has the weight of the most specific range that
 * matches it. The acceptable offer whose range comes first in the order of {@link parseQualityList} wins; among offers
 * with the same range, the one offered first.
 *
 * @param accept value of the Accept header; `''`, or one without a valid member, accepts everything
 * @param offered media types, the server's preferred one first; an invalid media type is never chosen
 * @returns one of `offered`, unchanged; null if none is acceptable or none is offered
 * @see RFC 9110 12.5.1
 */
export function negotiateMediaType(accept: string, offered: readonly string[]): string | null {
  const ranges = parseQualityList(accept);
  if (ranges.length === 0) return offered.find((offer) => parseMediaType(offer) !== null) ?? null;
  let chosen: string | null = null;
  let best = ranges.length;
  for (const offer of offered) {
    const rank = decidingRank(ranges, parseMediaType(offer));
    if (rank < best && ranges[rank]?.quality !== 0) {
      chosen = offer;
      best = rank;
    }
  }
  return chosen;
}

/**
 * Returns the offered content coding that the client prefers: the first of {@link acceptableEncodings}.
 *
 * @param accept value of the Accept-Encoding header; `''` accepts only `identity`
 * @param offered codings in lower case, the server's preferred one first; list `identity` to allow it
 * @returns null if none is acceptable
 * @see RFC 9110 12.5.3
 */
export function negotiateEncoding<C extends string>(
  accept: string,
  offered: readonly C[],
): C | null {
  return acceptableEncodings(accept, offered)[0] ?? null;
}

/**
 * Returns the offered content codings that the client accepts, highest weight first. Equal weights stay in the offered
 * order, because browsers list codings in no meaningful order. A listed coding takes precedence over `*`; if it is
 * listed twice, the higher weight is used. `identity` without a weight is acceptable, as the last choice, unless the
 * client refuses it. `x-gzip` is `gzip` (RFC 9110 8.4.1.3).
 *
 * @param accept value of the Accept-Encoding header; `''` accepts only `identity`
 * @param offered codings in lower case, the server's preferred one first; list `identity` to allow it
 * @returns `[]` if none is acceptable
 * @see RFC 9110 12.5.3
 */
export function acceptableEncodings<C extends string>(
  accept: string,
  offered: readonly C[],
): readonly C[] {
  const weights = new Map<string, number>();
  for (const { value, quality } of parseQualityList(accept)) {
    const coding = value === 'x-gzip' ? 'gzip' : value;
    if (!weights.has(coding)) weights.set(coding, quality);
  }
  const others = weights.get('*');
  const weightOf = (coding: C): number =>
    weights.get(coding) ?? others ?? (coding === 'identity' ? UNNAMED : 0);
  // `sort` keeps the order of equal weights.
  return offered.filter((coding) => weightOf(coding) > 0).sort((a, b) => weightOf(b) - weightOf(a));
}

/**
 * Returns the index of the most specific range that covers an offer, the first among equals; `ranges.length` if none
 * does.
 */
function decidingRank(ranges: readonly WeightedItem[], offer: MediaType | null): number {
  let rank = ranges.length;
  let specificity = -1;
  for (const [index, range] of ranges.entries()) {
    if (range.specificity > specificity && covers(range, offer)) {
      rank = index;
      specificity = range.specificity;
    }
  }
  return rank;
}

function covers({ value, parameters }: WeightedItem, offer: MediaType | null): boolean {
  if (offer === null) return false;
  if (value !== offer.essence && value !== '*/*' && value !== `${offer.type}/*`) return false;
  return Object.entries(parameters).every(
    ([name, wanted]) => offer.parameters[name]?.toLowerCase() === wanted.toLowerCase(),
  );
}
