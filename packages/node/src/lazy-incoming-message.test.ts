import { Socket } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { LazyIncomingMessage } from './lazy-incoming-message.js';

// What Node's parser fills in, undocumented, so that `headers` can be made of the raw fields.
const message = (...rawHeaders: string[]): LazyIncomingMessage => {
  const incoming = new LazyIncomingMessage(new Socket());
  const filler: { _addHeaderLines?: (fields: string[], count: number) => void } =
    incoming as object;
  incoming.rawHeaders = rawHeaders;
  filler._addHeaderLines?.(rawHeaders, rawHeaders.length);
  return incoming;
};

describe.each([
  ['before', () => undefined],
  [
    'after',
    (incoming: LazyIncomingMessage) => {
      incoming.handOver();
    },
  ],
])('the headers of a request %s it is handed over', (_, prepare) => {
  const headersOf = (...raw: string[]) => {
    const incoming = message(...raw);
    prepare(incoming);
    return incoming.headers;
  };

  it('tell what the client expects, in any spelling of the name', () => {
    expect(headersOf('Host', 'a', 'eXpect', '100-continue').expect).toBe('100-continue');
    expect(headersOf('Host', 'a', 'Expec', 'x').expect).toBe(undefined);
  });

  it('are those of the request, for whoever looks', () => {
    const headers = headersOf('Host', 'a', 'X-A', '1', 'x-a', '2');
    expect({ ...headers }).toEqual({ host: 'a', 'x-a': '1, 2' });
    expect([Object.keys(headers), 'host' in headers, 'cookie' in headers]).toEqual([
      ['host', 'x-a'],
      true,
      false,
    ]);
  });

  it('keep what is written to them', () => {
    const incoming = message('Host', 'a');
    prepare(incoming);
    incoming.headers['x-b'] = 'c';
    incoming.handOver();
    expect(incoming.headers).toEqual({ host: 'a', 'x-b': 'c' });
  });
});

describe('the headers of a request', () => {
  it('are one object from when it is handed over', () => {
    const incoming = message('Host', 'a');
    incoming.handOver();
    expect(incoming.headers).toBe(incoming.headers);
  });
});
