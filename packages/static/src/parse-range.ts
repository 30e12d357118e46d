import { trimOws } from '@mortise/http-syntax';

/** A range of bytes; both ends are inclusive. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Maximum number of ranges in a request; a header with more is ignored. */
export const MAX_RANGES = 10;

const RANGE = /^(\d*)-(\d*)$/;

/**
 * Parses the `Range` header. Ranges that overlap or touch are merged.
 *
 * @param size the size of the representation, in bytes
 * @returns `null` if the header must be ignored (another unit, malformed, more than {@link MAX_RANGES});
 *   `[]` if none of its ranges is within the representation
 * @see RFC 9110 14.1.1, 14.1.2, 14.2
 */
export function parseRange(value: string, size: number): readonly ByteRange[] | null {
  if (!/^bytes=/i.test(value)) return null;
  const specs = value.slice('bytes='.length).split(',', MAX_RANGES + 2);
  const ranges: ByteRange[] = [];
  let count = 0;
  for (const spec of specs.map(trimOws)) {
    if (spec === '') continue;
    count++;
    const range = readSpec(spec, size);
    if (range === null || count > MAX_RANGES) return null;
    if (range !== 'outside') join(ranges, range);
  }
  return count === 0 || specs.length > MAX_RANGES + 1 ? null : ranges;
}

function readSpec(spec: string, size: number): ByteRange | 'outside' | null {
  const [, first = '', last = ''] = RANGE.exec(spec) ?? [];
  if (first === '') return last === '' ? null : suffix(Number(last), size);
  const start = Number(first);
  if (last !== '' && Number(last) < start) return null;
  if (start >= size) return 'outside';
  return { start, end: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
}

/**
 * Returns the range of the last bytes; `null` for an empty representation, which is sent whole because no
 * `Content-Range` can describe it.
 */
function suffix(length: number, size: number): ByteRange | 'outside' | null {
  if (length === 0) return 'outside';
  return size === 0 ? null : { start: Math.max(0, size - length), end: size - 1 };
}

/** Adds a range, merged with those that it overlaps or touches, at the position of the first of them. */
function join(ranges: ByteRange[], added: ByteRange): void {
  let whole = added;
  // One pass is enough: a range that touches neither of two merged ranges does not touch the result.
  let place = ranges.length;
  for (let index = ranges.length - 1; index >= 0; index--) {
    const range = ranges[index] ?? whole;
    if (range.start > whole.end + 1 || whole.start > range.end + 1) continue;
    whole = { start: Math.min(range.start, whole.start), end: Math.max(range.end, whole.end) };
    ranges.splice(index, 1);
    place = index;
  }
  ranges.splice(place, 0, whole);
}
