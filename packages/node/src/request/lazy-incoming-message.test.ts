import { describe, expect, it } from '@jest/globals';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { Socket } from 'node:net';
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

describe('the headers of a request before it is handed over', () => {
  it('show what the client expects, with the name in any case', () => {
    expect(message('Host', 'a', 'eXpect', '100-continue').headers.expect).toBe('100-continue');
  });

  it('are not created if it expects nothing', () => {
    expect(message('Host', 'a', 'Expec', 'x').headers).toEqual({});
  });

  it('are those of the request for code that observes the start of requests', () => {
    const watch = (): void => undefined;
    subscribe('http.server.request.start', watch);
    expect(message('Host', 'a').headers).toEqual({ host: 'a' });
    unsubscribe('http.server.request.start', watch);
  });
});

describe('the headers of a request that was handed over', () => {
  const handedOver = (...raw: string[]) => {
    const incoming = message(...raw);
    incoming.handOver();
    return incoming;
  };

  it('are all of them', () => {
    const { headers } = handedOver('Host', 'a', 'X-A', '1', 'x-a', '2');
    expect(headers).toEqual({ host: 'a', 'x-a': '1, 2' });
  });

  it('keep what is written to them', () => {
    const incoming = handedOver('Host', 'a');
    incoming.headers['x-b'] = 'c';
    expect(incoming.headers).toEqual({ host: 'a', 'x-b': 'c' });
  });
});
