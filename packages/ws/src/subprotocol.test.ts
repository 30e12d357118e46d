import { describe, expect, it } from '@jest/globals';
import { factories } from '@mortise/message';
import { chosenProtocol, offeredProtocols } from './subprotocol.js';

const request = (...values: string[]) =>
  values.reduce(
    (made, value) => made.withAddedHeader('Sec-WebSocket-Protocol', value),
    factories.createServerRequest('GET', '/'),
  );

describe('chosenProtocol', () => {
  it.each<[readonly string[], readonly string[], string]>([
    [['v1', 'v2'], ['v2', 'v1'], 'v2'],
    [['v1, v2'], ['v2', 'v1'], 'v2'],
    [['v1'], ['v2', 'v1'], 'v1'],
    [['v3'], ['v2', 'v1'], ''],
    [['V1'], ['v1'], ''],
    [[], ['v1'], ''],
    [['v1'], [], ''],
    [['v1,,'], ['v1'], ''],
  ])('chooses of %j by the order of the server, %j: "%s"', (offered, supported, chosen) => {
    expect(chosenProtocol(request(...offered), supported)).toBe(chosen);
  });
});

describe('offeredProtocols', () => {
  it('returns them in the order of the client', () => {
    expect(offeredProtocols(request('b , a', 'c'))).toEqual(['b', 'a', 'c']);
    expect(offeredProtocols(request())).toEqual([]);
  });

  it.each([['a b'], ['a', 'a'], [','], ['a/b']])('returns null for %j', (...values) => {
    expect(offeredProtocols(request(...values))).toBeNull();
  });
});
