const MAPPED = /^(?:::|(?:0+:){5})ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i;

/**
 * Returns the key of a client: an IPv4 address, even if it is mapped into IPv6, or the /64 network of an IPv6 address,
 * because a household has 2^64 of those.
 *
 * @param address as received from the adapter; any other text is its own key
 */
export function clientKey(address: string): string {
  if (!address.includes(':')) return address;
  const mapped = MAPPED.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  // A zone such as `%eth0` is in the last group, which the key does not contain.
  const [head = '', tail] = address.toLowerCase().split('::');
  const before = groupsOf(head);
  const after = tail === undefined ? [] : groupsOf(tail);
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  const groups = [...before, ...Array<string>(zeros).fill('0'), ...after];
  if (groups.slice(0, 5).every((group) => group === '0') && groups[5] === 'ffff') {
    return mappedOf(groups[6], groups[7]);
  }
  return `${groups.slice(0, 4).join(':')}::/64`;
}

function groupsOf(part: string): string[] {
  return part === '' ? [] : part.split(':').map((group) => group.replace(/^0+(?=.)/, ''));
}

/** `::ffff:c000:201` is 192.0.2.1. */
function mappedOf(high = '0', low = '0'): string {
  const [a, b] = [parseInt(high, 16), parseInt(low, 16)];
  return [a >> 8, a & 255, b >> 8, b & 255].join('.');
}
