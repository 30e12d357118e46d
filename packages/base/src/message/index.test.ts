import { describe, expect, it } from '@jest/globals';
import {
  appendText,
  HeaderBatch,
  isBodiless,
  isSmallBody,
  lentSource,
  receivedPath,
  remoteAddress,
  requestScheme,
  withHeaders,
  withUriKeepingTarget,
  withMissingHeaders,
} from './index.js';
import {
  BODILESS,
  KEEP_TARGET,
  LENT_SOURCE,
  RECEIVED_PATH,
  REMOTE_ADDRESS,
  REQUEST_SCHEME,
  SMALL_BODY,
  WITH_HEADERS,
  WRITE_TEXT,
} from '../symbols.js';

it.each([
  ['bodiless', BODILESS],
  ['lent-source', LENT_SOURCE],
  ['keep-target', KEEP_TARGET],
  ['received-path', RECEIVED_PATH],
  ['remote-address', REMOTE_ADDRESS],
  ['request-scheme', REQUEST_SCHEME],
  ['small-body', SMALL_BODY],
  ['with-headers', WITH_HEADERS],
  ['write-text', WRITE_TEXT],
])(
  'the member %s is a registered symbol, which all copies of the package share',
  (name, symbol) => {
    expect(symbol).toBe(Symbol.for(`@mortise/base/${name}`));
  },
);

describe.each<[string, (value: never) => boolean, symbol]>([
  ['isBodiless', isBodiless, BODILESS],
  ['isSmallBody', isSmallBody, SMALL_BODY],
])('%s', (_name, ask, symbol) => {
  it.each([
    [{ [symbol]: true }, true],
    [{ [symbol]: false }, false],
    [{ [symbol]: 1 }, false],
    [{}, false],
  ])('of %p is %p', (value, answer) => {
    expect(ask(value as never)).toBe(answer);
  });
});

describe('withUriKeepingTarget', () => {
  it('calls the member of the request', () => {
    const request = { [KEEP_TARGET]: (uri: unknown) => [uri] };
    expect(withUriKeepingTarget(request as never, 'uri' as never)).toEqual(['uri']);
  });

  it('sets the target of a foreign request, after its URI', () => {
    const calls: unknown[] = [];
    const request = {
      getRequestTarget: () => '/%61',
      withUri(...given: unknown[]) {
        calls.push(given);
        return this;
      },
      withRequestTarget(target: string) {
        calls.push(target);
        return 'moved';
      },
    };
    expect(withUriKeepingTarget(request as never, 'uri' as never)).toBe('moved');
    expect(calls).toEqual([['uri', true], '/%61']);
  });
});

describe('lentSource', () => {
  it('is what the body lends, as its own method', () => {
    const body = {
      source: [new Uint8Array(1)],
      [LENT_SOURCE]() {
        return this.source;
      },
    };
    expect(lentSource(body as never)).toBe(body.source);
  });

  it('is null for a body that lends nothing, or cannot', () => {
    expect(lentSource({ [LENT_SOURCE]: () => null } as never)).toBeNull();
    expect(lentSource({} as never)).toBeNull();
  });
});

describe('receivedPath', () => {
  it('is what the request gives, which can be null', () => {
    const request = {
      path: '/a',
      [RECEIVED_PATH]() {
        return this.path;
      },
    };
    expect(receivedPath(request as never)).toBe('/a');
    expect(receivedPath({ [RECEIVED_PATH]: () => null } as never)).toBeNull();
  });

  it('is null for any other request', () => {
    expect(receivedPath({} as never)).toBeNull();
  });
});

describe('requestScheme', () => {
  const getUri = () => ({ getScheme: () => 'of the URI' });

  it('is what the request gives, without its URI', () => {
    const request = {
      scheme: 'https',
      getUri,
      [REQUEST_SCHEME]() {
        return this.scheme;
      },
    };
    expect(requestScheme(request as never)).toBe('https');
  });

  it('is that of the URI of any other request', () => {
    expect(requestScheme({ getUri } as never)).toBe('of the URI');
  });

  it('is that of the connection if the URI is malformed', () => {
    const request = {
      getUri() {
        throw new Error('malformed');
      },
      getServerParams: () => ({ REQUEST_SCHEME: 'https' }),
      getRequestTarget: () => '/a#b',
    };
    expect(requestScheme(request as never)).toBe('https');
  });
});

describe('remoteAddress', () => {
  it('is what the request gives, without its server parameters', () => {
    const request = { [REMOTE_ADDRESS]: () => '192.0.2.7' };
    expect(remoteAddress(request as never)).toBe('192.0.2.7');
  });

  it('is that of the server parameters of any other request, null if they have none', () => {
    const request = { getServerParams: () => ({ REMOTE_ADDR: '192.0.2.7' }) };
    expect(remoteAddress(request as never)).toBe('192.0.2.7');
    expect(remoteAddress({ getServerParams: () => ({}) } as never)).toBeNull();
    expect(remoteAddress({ getServerParams: () => ({ REMOTE_ADDR: 7 }) } as never)).toBeNull();
  });
});

describe('appendText', () => {
  it('gives a body its text as text, or else writes it', () => {
    const lines: string[] = [];
    const write = (text: string) => lines.push(`write ${text}`);
    const direct = { write, [WRITE_TEXT]: (text: string) => lines.push(`text ${text}`) };
    appendText(direct as never, 'a');
    appendText({ write } as never, 'b');
    expect(lines).toEqual(['text a', 'write b']);
  });
});

describe('HeaderBatch', () => {
  it('has a frozen copy of its fields', () => {
    const given: [string, string][] = [['A', '1']];
    const batch = new HeaderBatch(given);
    given.push(['B', '2']);
    (given[0] as [string, string])[1] = '3';
    expect(batch.fields).toEqual([['A', '1']]);
    expect([batch.fields, ...batch.fields].every(Object.isFrozen)).toBe(true);
  });
});

describe.each([
  ['withHeaders', withHeaders, false],
  ['withMissingHeaders', withMissingHeaders, true],
])('%s', (_name, set, keepsOwn) => {
  const batch = new HeaderBatch([
    ['A', '1'],
    ['B', '2'],
    ['b', '3'],
  ]);

  it(`sets them in one copy if the message can, and says that own headers ${keepsOwn ? 'stay' : 'go'}`, () => {
    const calls: unknown[] = [];
    const copy = {};
    const message = {
      [WITH_HEADERS](...given: unknown[]) {
        calls.push(given);
        return copy;
      },
    };
    expect(set(message as never, batch)).toBe(copy);
    expect(calls).toEqual([[batch, keepsOwn]]);
  });

  it(`sets each on a copy of any other message, whose own headers ${keepsOwn ? 'stay' : 'go'}`, () => {
    const original = messageOf({ a: 'own' });
    const made = set(original as never, batch) as ReturnType<typeof messageOf>;
    expect(made.headers).toEqual({ a: keepsOwn ? 'own' : '1', b: '3' });
    expect(original.headers).toEqual({ a: 'own' });
  });
});

/** The part of a message that sets headers, with names in lower case. */
function messageOf(headers: Readonly<Record<string, string>>) {
  return {
    headers,
    hasHeader: (name: string) => Object.hasOwn(headers, name.toLowerCase()),
    withHeader: (name: string, value: string): unknown =>
      messageOf({ ...headers, [name.toLowerCase()]: value }),
  };
}
