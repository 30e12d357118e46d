import { skipOws, trimOws } from './field-value.js';

const QUOTE = 0x22;
const COMMA = 0x2c;
/** Matches `etagc` of RFC 9110 8.8.3 between quotes; a backslash is an ordinary character. */
const TAG = /^(?:W\/)?"[!#-~\u0080-\u00ff]*"$/;

/**
 * Whether a string is an entity tag: `"v1"` or `W/"v1"`.
 *
 * @see RFC 9110 8.8.3
 */
export function isEntityTag(text: string): boolean {
  return TAG.test(text);
}

/** Returns a tag without the weak prefix. */
export function opaqueTag(tag: string): string {
  return tag.startsWith('W/') ? tag.slice(2) : tag;
}

/** The members of a list of entity tags. */
export interface EntityTags {
  /** The tags in order, up to the first malformed one; `[]` for `''`. */
  readonly tags: readonly string[];
  /** Whether the list has a malformed member. */
  readonly isMalformed: boolean;
}

/**
 * Parses the list of If-Match or If-None-Match. Empty members are skipped.
 *
 * @param list value of the header; `*` is malformed here
 * @see RFC 9110 8.8.3, 13.1.1, 13.1.2
 */
export function parseEntityTags(list: string): EntityTags {
  const tags: string[] = [];
  for (let at = skipOws(list, 0); at < list.length; ) {
    if (list.charCodeAt(at) === COMMA) {
      at = skipOws(list, at + 1);
      continue;
    }
    const end = tagEnd(list, at);
    if (end === at) return { tags, isMalformed: true };
    tags.push(list.slice(at, end));
    at = skipOws(list, end);
    if (at < list.length && list.charCodeAt(at) !== COMMA) return { tags, isMalformed: true };
  }
  return { tags, isMalformed: false };
}

/**
 * Whether an entity tag is in the list of If-Match or If-None-Match. `*` instead of a list matches every tag.
 *
 * @param list value of the header. If it is malformed and the comparison is `strong`, it matches nothing, so that
 *   nothing is overwritten; otherwise the tags before the malformed one are used.
 * @param tag the tag of the current representation
 * @param comparison `strong`: both must be strong and equal (If-Match, If-Range); `weak`: both must be equal,
 *   strong or weak (If-None-Match)
 * @see RFC 9110 8.8.3.2, 13.1.1, 13.1.2
 */
export function hasEntityTag(list: string, tag: string, comparison: 'strong' | 'weak'): boolean {
  if (trimOws(list) === '*') return true;
  const { tags, isMalformed } = parseEntityTags(list);
  if (comparison === 'strong') return !isMalformed && !tag.startsWith('W/') && tags.includes(tag);
  const wanted = opaqueTag(tag);
  return tags.some((member) => opaqueTag(member) === wanted);
}

/** Returns the index after the tag that begins at `at`; `at` itself if none begins there. */
function tagEnd(list: string, at: number): number {
  const open = list.startsWith('W/', at) ? at + 2 : at;
  if (list.charCodeAt(open) !== QUOTE) return at;
  const close = list.indexOf('"', open + 1);
  return close === -1 || !TAG.test(list.slice(at, close + 1)) ? at : close + 1;
}
