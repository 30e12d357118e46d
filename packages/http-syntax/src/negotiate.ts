import { type MediaType, parseMediaType } from './media-type.js';
import { parseQualityList, type WeightedItem } from './quality-list.js';

/** The weight of `identity` if the client does not list it: below every weight that it can give. */
const UNNAMED = Number.MIN_VALUE;

/**
 * Returns the offered media type that the client prefers. For each offer the most specific range that
 * matches it determines its weight. Among the acceptable offers the first in the order of
 * {@link parseQualityList} wins; among offers with the same range, the one offered first.
 *
 * @param accept value of the Accept header; `''`, or one without a valid member, accepts everything
 * @param offered media types, the server's best first; an invalid media type is never chosen
 * @returns one of `offered`, unchanged; null if none is acceptable or none is offered
 * @see RFC 9110 12.5.1
 */
export function negotiateMediaType(accept: string, offered: readonly string[]): string | null {
  const ranges = parseQualityList(accept);
  if (ranges.length === 0) return offered[0] ?? null;
  return best(offered, ranges, (offer) => {
    const mediaType = parseMediaType(offer);
    return mediaType === null ? () => false : (range) => covers(range, mediaType);
  });
}

/**
 * Returns the offered content coding with the highest weight; among equal weights the one offered first, because
 * browsers list codings in no meaningful order. A listed coding takes precedence over `*`; of one that is listed
 * twice the higher weight counts. `identity` without a weight is acceptable, as the last choice, unless the client
 * refuses it.
 *
 * @param accept value of the Accept-Encoding header; `''` accepts only `identity`
 * @param offered codings in lower case, the server's best first; list `identity` to allow it
 * @returns null if none is acceptable
 * @see RFC 9110 12.5.3
 */
export function negotiateEncoding(accept: string, offered: readonly string[]): string | null {
  const weights = new Map<string, number>();
  for (const { value, quality } of parseQualityList(accept)) {
    if (!weights.has(value)) weights.set(value, quality);
  }
  const others = weights.get('*');
  let chosen: string | null = null;
  let highest = 0;
  for (const coding of offered) {
    const weight = weights.get(coding) ?? others ?? (coding === 'identity' ? UNNAMED : 0);
    if (weight > highest) {
      chosen = coding;
      highest = weight;
    }
  }
  return chosen;
}

type Covers = (item: WeightedItem) => boolean;

/** Returns the offer whose deciding item comes first; items are sorted, refused ones last. */
function best(
  offered: readonly string[],
  items: readonly WeightedItem[],
  coveredBy: (offer: string) => Covers,
): string | null {
  let chosen: string | null = null;
  let bestRank = items.length;
  for (const offer of offered) {
    const rank = decidingRank(items, coveredBy(offer));
    if (rank < bestRank && items[rank]?.quality !== 0) {
      chosen = offer;
      bestRank = rank;
    }
  }
  return chosen;
}

/** Returns the index of the most specific item that matches an offer, the first of equals; `items.length` if none does. */
function decidingRank(items: readonly WeightedItem[], covered: Covers): number {
  let rank = items.length;
  let specificity = -1;
  for (const [index, item] of items.entries()) {
    if (item.specificity > specificity && covered(item)) {
      rank = index;
      specificity = item.specificity;
    }
  }
  return rank;
}

function covers(range: WeightedItem, offer: MediaType): boolean {
  const { value, parameters } = range;
  if (value !== offer.essence && value !== '*/*' && value !== `${offer.type}/*`) return false;
  return Object.entries(parameters).every(
    ([name, wanted]) => offer.parameters[name]?.toLowerCase() === wanted.toLowerCase(),
  );
}
