import type { UriInterface } from '@mortise/http-message';
import { factories as plain } from '@mortise/message-plain/node';
import { broken, type Mutant, uris } from './broken.js';

/** Faults of URIs. */
export const uriMutants: readonly Mutant[] = [
  {
    fault: 'createUri encodes twice',
    caughtBy: 'nothing is encoded twice',
    factories: { ...plain, createUri: (uri) => plain.createUri(uri?.replaceAll('%', '%25')) },
  },
  {
    fault: 'withPath encodes twice',
    caughtBy: 'withPath encodes characters that are not allowed in a path, once',
    factories: uris({ withPath: (sound, path) => sound.withPath(path.replaceAll('%', '%25')) }),
  },
  {
    fault: 'an empty password is dropped',
    caughtBy: 'an empty password is a password, null means none',
    factories: uris({
      withUserInfo: (sound, user, password) => sound.withUserInfo(user, password || null),
    }),
  },
  {
    fault: 'withQuery decodes',
    caughtBy: 'withQuery and withFragment encode characters that are not allowed in them, once',
    factories: uris({ withQuery: (sound, query) => sound.withQuery(query.replaceAll('%20', '+')) }),
  },
  {
    fault: 'a default port is kept',
    caughtBy: "a port that is the scheme's default is omitted",
    factories: {
      ...plain,
      createUri: (text = '') =>
        broken(plain.createUri(text), {
          getPort: (sound) => sound.getPort() ?? (text.includes(':80/') ? 80 : null),
        }),
    },
  },
  {
    fault: 'withPort keeps a default port',
    caughtBy: "withPort drops the scheme's default and accepts 0 to 65535",
    factories: uris({
      withPort: (sound, port) => (port === 80 ? sound.withPort(81) : sound.withPort(port)),
    }),
  },
  {
    fault: 'a path that begins with // becomes a host',
    caughtBy: 'a path that begins with // never becomes a host',
    factories: uris({ toString: naiveText }),
  },
  {
    fault: 'a first segment with a colon becomes a scheme',
    caughtBy: 'a first segment with a colon never becomes a scheme',
    factories: uris({ toString: naiveText }),
  },
  {
    fault: 'a rootless path is joined to the host',
    caughtBy: 'a rootless path gets a leading slash after a host',
    factories: uris({ toString: naiveText }),
  },
  {
    fault: 'double slashes in a path become one',
    caughtBy: 'dot segments and double slashes are kept',
    factories: uris({ getPath: (sound) => sound.getPath().replace(/\/{2,}/g, '/') }),
  },
  {
    fault: 'the host keeps its case',
    caughtBy: 'scheme and host are in lower case, path, query and fragment as received',
    factories: {
      ...plain,
      createUri: (text = '') =>
        broken(plain.createUri(text), {
          getHost: (sound) => (text.includes('H.TEST') ? 'H.TEST' : sound.getHost()),
        }),
    },
  },
  {
    fault: 'withHost lets delimiters through',
    caughtBy: 'withHost refuses delimiters, spaces, control characters and malformed addresses',
    factories: uris({ withHost: (sound, host) => sound.withHost(host.replace(/[/@]/, '-')) }),
  },
  {
    fault: 'control characters are encoded instead of refused',
    caughtBy: 'withPath refuses a control character',
    factories: uris({ withPath: (sound, path) => sound.withPath(path.replace(/[\n\r]/g, '%0A')) }),
  },
  {
    fault: 'withQuery refuses a line break',
    caughtBy: 'withQuery and withFragment encode control characters, line breaks included',
    factories: uris({
      withQuery(sound, query) {
        if (/[\r\n]/.test(query)) throw new Error('line break');
        return sound.withQuery(query);
      },
    }),
  },
  {
    fault: 'withQuery changes the original',
    caughtBy: 'each with* of a URI changes one part and leaves the original untouched',
    factories: leakingUris(),
  },
  {
    fault: 'the base path is part of the path',
    caughtBy: 'the base path precedes the path and is not a part of it',
    factories: uris({ getPath: (sound) => sound.getBasePath() + sound.getPath() }),
  },
  {
    fault: 'the base URL has no authority',
    caughtBy: 'getBaseUrl combines scheme, authority and base path',
    factories: uris({ getBaseUrl: (sound) => sound.getBasePath() }),
  },
  {
    fault: 'user info is in the authority without a host',
    caughtBy: 'getAuthority is empty without a host',
    factories: uris({
      getAuthority: (sound) => sound.getAuthority() || sound.getUserInfo(),
    }),
  },
];

function naiveText(uri: UriInterface): string {
  const scheme = uri.getScheme() && `${uri.getScheme()}:`;
  const authority = uri.getAuthority() && `//${uri.getAuthority()}`;
  return scheme + authority + uri.getBasePath() + uri.getPath();
}

function leakingUris() {
  const changed = new WeakMap<object, UriInterface>();
  return uris({
    withQuery: (sound, query) => {
      const copy = sound.withQuery(query);
      changed.set(sound, copy);
      return copy;
    },
    toString: (sound) => String(changed.get(sound) ?? sound),
  });
}
