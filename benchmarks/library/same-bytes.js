/**
 * Compares responses to one request: status, media type and every byte of the body.
 *
 * @returns `''`, or which contestant differs from the first one, and in what
 */
export function differenceOf(names, [first, ...others]) {
  if (first.status !== 200) return `${names[0]} responds with ${first.status}`;
  if (first.body.length === 0) return `${names[0]} sends no body`;
  for (const [index, other] of others.entries()) {
    const name = names[index + 1];
    if (other.status !== first.status) return `${name} responds with ${other.status}`;
    if (mediaType(other) !== mediaType(first)) return `${name} sends ${other.type}`;
    if (!other.body.equals(first.body)) return `${name} sends other bytes than ${names[0]}`;
  }
  return '';
}

/** Without the character set, which some omit for JSON. */
function mediaType({ type }) {
  return type.split(';')[0].trim().toLowerCase();
}
