import { splitList } from './list.js';
import { parametersAfter } from './media-type.js';
import type { Parameters } from './parameters.js';
import { tokenEnd } from './token.js';

const SLASH = 0x2f;
const WEIGHT = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/;

/** One member of an Accept, Accept-Encoding, Accept-Language or Accept-Charset header. */
export interface WeightedItem {
  /** The value in lower case, without parameters: `text/html`, `text/*`, `gzip`, `*`. */
  readonly value: string;
  /** All parameters except the weight, parsed like those of a media type. */
  readonly parameters: Parameters;
  /** The weight `q`, from 0 (not acceptable) to 1 (the default). */
  readonly quality: number;
  /**
   * 0 for `*` and a range with two asterisks, 1 for an asterisk as subtype, 2 for a full name; plus 1 for each
   * parameter.
   */
  readonly specificity: number;
}

/**
 * Parses a list with weights, and sorts it by weight (highest first), then by specificity, then by position in the
 * header. Members that are not acceptable (`q=0`) are included, at the end.
 *
 * @returns `[]` for `''`; a malformed member, or one with a weight outside 0-1 or with more than
 *   three decimals, is omitted
 * @see RFC 9110 12.4.2, 12.5.1
 */
export function parseQualityList(value: string): readonly WeightedItem[] {
  const items: WeightedItem[] = [];
  for (const member of splitList(value)) {
    const item = parseItem(member);
    if (item !== null) items.push(item);
  }
  return items.sort((a, b) => b.quality - a.quality || b.specificity - a.specificity);
}

function parseItem(member: string): WeightedItem | null {
  const end = itemEnd(member);
  const all = end === 0 ? null : parametersAfter(member, end);
  if (all === null) return null;
  const { q: weight = '1', ...others } = all;
  if (!WEIGHT.test(weight)) return null;
  const value = member.slice(0, end).toLowerCase();
  const parameters = Object.assign(Object.create(null) as Record<string, string>, others);
  const specificity = specificityOf(value) + Object.keys(parameters).length;
  return { value, parameters, quality: Number(weight), specificity };
}

/** Returns the index after `token` or `token/token`; 0 if the member begins with neither. */
function itemEnd(member: string): number {
  const end = tokenEnd(member, 0);
  if (end === 0 || member.charCodeAt(end) !== SLASH) return end;
  const whole = tokenEnd(member, end + 1);
  return whole === end + 1 ? 0 : whole;
}

function specificityOf(value: string): number {
  if (value === '*' || value === '*/*') return 0;
  return value.endsWith('/*') ? 1 : 2;
}
