import { describe, expect, it } from '@jest/globals';
import type { UriInterface } from '@mortise/http-message';
import fc from 'fast-check';
import { numRuns } from '../../../tooling/properties/num-runs.js';
import { factories, MessageError } from '../src/index.js';
import { CONTROLS, soup } from './properties.js';
import { absoluteUri, anyUri, URI_DELIMITERS, uriChange } from './uri-texts.js';

const createUri = (text?: string): UriInterface => factories.createUri(text);
describe('a URI', () => {
  it('is equal to itself when parsed from its own text (P1)', () => {
    fc.assert(
      fc.property(anyUri, (text) => {
        const uri = parsed(text);
        if (uri !== null) expect(facts(createUri(String(uri)))).toEqual(facts(uri));
      }),
      { numRuns: numRuns() },
    );
  });

  it('is equal to itself when parsed from its own text after any changes, except for paths that must be rewritten', () => {
    fc.assert(
      fc.property(anyUri, fc.array(uriChange, { maxLength: 6 }), (text, changes) => {
        let uri = parsed(text) ?? createUri();
        for (const [method, value] of changes) uri = changed(uri, method as 'withPath', value);
        const again = createUri(String(uri));
        expect(String(again)).toBe(String(uri));
        expect([again.getHost(), again.getScheme()]).toEqual([uri.getHost(), uri.getScheme()]);
        expect([again.getQuery(), again.getFragment()]).toEqual([
          uri.getQuery(),
          uri.getFragment(),
        ]);
      }),
      { numRuns: numRuns() },
    );
  });

  it('contains no unsafe character, whichever part it was set in (P2)', () => {
    const put = fc.tuple(
      soup(URI_DELIMITERS, 8),
      fc.constantFrom(...CONTROLS, ' ', '\\'),
      soup(URI_DELIMITERS, 8),
    );
    const methods = [
      'withScheme',
      'withHost',
      'withUserInfo',
      'withPath',
      'withBasePath',
      'withQuery',
      'withFragment',
    ] as const;
    fc.assert(
      fc.property(put, fc.constantFrom(...methods, 'parse'), ([before, unsafe, after], method) => {
        const text = before + unsafe + after;
        const uri =
          method === 'parse'
            ? parsed(text)
            : changed(createUri('http://h.test/'), method as 'withPath', text);
        expect(String(uri)).toMatch(/^[!-[\]-~]*$/);
        expect(uri?.getHost() ?? '').not.toContain('%');
      }),
      { numRuns: numRuns() },
    );
  });

  it('encodes what must be encoded, and nothing twice (P3)', () => {
    fc.assert(
      fc.property(soup(`${URI_DELIMITERS}%zz%`, 20), (path) => {
        const once = createUri().withPath(path).getPath();
        expect(createUri().withPath(once).getPath()).toBe(once);
        expect(decoded(once)).toBe(decoded(path.replace(/%(?![\da-f]{2})/gi, '%25')));
      }),
      { numRuns: numRuns() },
    );
  });

  it('agrees with URL wherever both accept a text (P4)', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          absoluteUri,
          soup(URI_DELIMITERS).map((text) => `http://h${text}`),
        ),
        (text) => {
          const uri = parsed(text);
          const url = URL.canParse(text) ? new URL(text) : null;
          if (uri === null || url === null) return;
          // URL drops outer spaces, takes a backslash for a slash, and a name of digits for an IPv4 address.
          if (text.trim() !== text || text.includes('\\') || /^[\d.]+$/.test(url.hostname)) return;
          expect([uri.getScheme(), uri.getHost(), uri.getPort()]).toEqual([
            ...[url.protocol.slice(0, -1), url.hostname, url.port === '' ? null : Number(url.port)],
          ]);
          expect(decoded(uri.getQuery())).toBe(decoded(url.search.slice(1)));
          expect(decoded(uri.getFragment())).toBe(decoded(url.hash.slice(1)));
          // URL removes dot segments, and has a slash where the path is empty.
          const dots = /(?:^|\/)(?:\.|%2e){1,2}(?=\/|$)/i.test(uri.getPath());
          if (!dots) expect(decoded(uri.getPath() || '/')).toBe(decoded(url.pathname));
        },
      ),
      { numRuns: numRuns() },
    );
  });

  it('never has a host that was not set (P4)', () => {
    fc.assert(
      fc.property(soup('/a.:@?#', 12), (path) => {
        const uri = createUri().withPath(path);
        expect(createUri(String(uri)).getHost()).toBe('');
        expect(new URL(String(uri), 'http://base.test').hostname).toBe('base.test');
      }),
      { numRuns: numRuns() },
    );
  });
});

function parsed(text: string): UriInterface | null {
  try {
    return createUri(text);
  } catch (error) {
    expect(error).toBeInstanceOf(MessageError);
    return null;
  }
}

/** The URI with the change; the URI itself where it is refused. */
function changed(uri: UriInterface, method: 'withPath', value: string): UriInterface {
  const before = facts(uri);
  try {
    return uri[method](value);
  } catch (error) {
    expect(error).toBeInstanceOf(MessageError);
    expect(facts(uri)).toEqual(before);
    return uri;
  }
}

function facts(uri: UriInterface): unknown {
  return [
    ...[uri.getScheme(), uri.getUserInfo(), uri.getHost(), uri.getPort(), uri.getAuthority()],
    ...[uri.getBasePath(), uri.getPath(), uri.getQuery(), uri.getFragment(), String(uri)],
  ];
}

/** The bytes that the text stands for, whichever of them are escaped. */
function decoded(text: string): string {
  const escaped = encodeURI(text.replace(/\p{Cs}/gu, '\ufffd')).replaceAll('%25', '%');
  return escaped.replace(/%([\da-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}
