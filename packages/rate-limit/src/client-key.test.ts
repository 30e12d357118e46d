import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { numRuns } from '../../../tooling/properties/num-runs.js';
import { clientKey } from './index.js';

describe('clientKey', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::FFFF:192.0.2.1', '192.0.2.1'],
    ['0:0:0:0:0:ffff:192.0.2.1', '192.0.2.1'],
    ['0000:0000:0000:0000:0000:FFFF:192.0.2.1', '192.0.2.1'],
    ['::ffff:c000:201', '192.0.2.1'],
    ['0:0:0:0:0:ffff:c000:0201', '192.0.2.1'],
    ['0:0::ffff:c000:201', '192.0.2.1'],
    ['0:0:0:0:1:ffff:c000:201', '0:0:0:0::/64'],
    ['0:0:0:0:0:fffe:c000:201', '0:0:0:0::/64'],
    ['::ffff:192.0.2.1%eth0', '192.0.2.1'],
    ['::ffff:0:192.0.2.1', '0:0:0:0::/64'],
    ['::192.0.2.1', '0:0:0:0::/64'],
    ['64:ff9b::192.0.2.1', '192.0.2.1'],
    ['64:FF9B:0:0:0:0:C000:201', '192.0.2.1'],
    ['64:ff9b::1:192.0.2.1', '64:ff9b:0:0::/64'],
    ['64:ff9b:1::192.0.2.1', '64:ff9b:1:0:0:0:c000:201'],
    ['64:ff9b:1:fffe::192.0.2.2', '64:ff9b:1:fffe:0:0:c000:202'],
    ['64:ff9b:2::192.0.2.1', '64:ff9b:2:0::/64'],
    ['64:ff9c::192.0.2.1', '64:ff9c:0:0::/64'],
    ['2002:c000:201::1', '192.0.2.1'],
    ['2002:c000:201:ffff:1:2:3:4', '192.0.2.1'],
    ['2001:0:4136:e378:8000:63bf:3fff:fdd2', '192.0.2.45'],
    ['2001::4136:e378', '190.201.28.135'],
    ['2001:1::1', '2001:1:0:0::/64'],
    ['0:0:0:0:0:ffff', '0:0:0:0:0:ffff'],
    ['2001:db8:1:2:3:4:5:6::7', '2001:db8:1:2:3:4:5:6::7'],
    ['2001:db8:1:2:3:4:5:6::', '2001:db8:1:2:3:4:5:6::'],
    ['1::2::3', '1::2::3'],
    ['2001:db8::12345', '2001:db8::12345'],
    ['[2001:db8::1]', '[2001:db8::1]'],
    ['192.0.2.1:80', '192.0.2.1:80'],
    ['::ffff:ffff:ffff', '255.255.255.255'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:0001:0002::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['/run/socket', '/run/socket'],
  ])('of %s is %s', (address, key) => {
    expect(clientKey(address)).toBe(key);
  });

  it('is the same for all addresses of a /64 network, and another for another network', () => {
    // Below the networks of translated addresses and 6to4.
    const group = fc.integer({ min: 0x65, max: 0x2000 }).map((number) => number.toString(16));
    const groups = (count: number) => fc.array(group, { minLength: count, maxLength: count });
    fc.assert(
      fc.property(groups(4), groups(4), groups(4), (network, first, second) => {
        const [a, b] = [first, second].map((host) => clientKey([...network, ...host].join(':')));
        expect(a).toBe(b);
        const other = [...network.slice(0, 3), network[3] === 'ab' ? 'cd' : 'ab'];
        expect(clientKey([...other, ...first].join(':'))).not.toBe(a);
      }),
      { numRuns: numRuns(300) },
    );
  });
});
