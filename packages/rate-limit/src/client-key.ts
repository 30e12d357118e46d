/**
 * Returns the key of a client: its IPv4 address, or the /64 network of its IPv6 address, because one household has 2^64
 * IPv6 addresses. An IPv6 address that contains the client's IPv4 address gets the key of the IPv4 address: mapped
 * (`::ffff:0:0/96`), translated (NAT64, `64:ff9b::/96`), 6to4 (`2002::/16`) and Teredo (`2001::/32`). An address in
 * `64:ff9b:1::/48`, whose layout each network chooses, is its own key.
 *
 * @param address the address as received from the adapter; text that is not an address is its own key
 * @see RFC 4291 2.5.5.2, RFC 6052 2.1, RFC 8215, RFC 3056 2, RFC 4380 4
 */
export function clientKey(address: string): string {
  if (!address.includes(':')) return address;
  const groups = groupsOf(address);
  if (groups === null) return address;
  const [a, b, c, d, , f, high, low] = groups as Eight;
  const isPadded = (from: number, to: number): boolean =>
    groups.slice(from, to).every((group) => group === 0);
  if (isPadded(0, 5) && f === 0xffff) return ipv4(high, low);
  if (a === 0x2002) return ipv4(b, c);
  if (a === 0x2001 && b === 0) return ipv4(high ^ 0xffff, low ^ 0xffff);
  if (a === 0x64 && b === 0xff9b) {
    if (isPadded(2, 6)) return ipv4(high, low);
    if (c === 1) return groups.map(hex).join(':');
  }
  return `${[a, b, c, d].map(hex).join(':')}::/64`;
}

type Eight = readonly [number, number, number, number, number, number, number, number];

const GROUP = /^[\da-f]{1,4}$/i;
const DOTTED = /^(.*:)(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/;

/** Parses an IPv6 address, with or without a zone. @returns its eight groups; `null` for other text */
function groupsOf(address: string): readonly number[] | null {
  const text = undotted(address.replace(/%.*/s, ''));
  const [head = '', tail, ...rest] = text.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = 8 - before.length - after.length;
  const isWhole = tail === undefined ? zeros === 0 : zeros > 0 && rest.length === 0;
  if (!isWhole || ![...before, ...after].every((group) => GROUP.test(group))) return null;
  return [...before, ...Array<string>(zeros).fill('0'), ...after].map((group) =>
    Number.parseInt(group, 16),
  );
}

/** Rewrites a dotted IPv4 part in hexadecimal: `::ffff:192.0.2.1` becomes `::ffff:c000:201`. */
function undotted(text: string): string {
  const [, head, a, b, c, d] = DOTTED.exec(text) ?? [];
  if (head === undefined) return text;
  return `${head}${hex(Number(a) * 256 + Number(b))}:${hex(Number(c) * 256 + Number(d))}`;
}

function hex(group: number): string {
  return group.toString(16);
}

function ipv4(high: number, low: number): string {
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}
