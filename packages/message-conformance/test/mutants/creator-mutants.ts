import type { RequestSource, ServerRequestInterface, StreamInterface } from '@mortise/http-message';
import { factories as plain } from '@mortise/message-plain/node';
import { broken, type Faults, type Mutant } from './broken.js';

/** Faults of creating requests from sources. */
export const creatorMutants: readonly Mutant[] = [
  {
    fault: 'the creator parses cookies that are not read',
    caughtBy: 'creating a request parses nothing: it reads neither headers, address nor body',
    factories: creating((source) => {
      const request = plain.createServerRequestFromSource(source);
      request.getCookieParams();
      return request;
    }),
  },
  {
    fault: 'the creator parses a URI that is not read',
    caughtBy: 'creating a request with only malformed members is not an error',
    factories: creating((source) => {
      const request = plain.createServerRequestFromSource(source);
      request.getUri();
      return request;
    }),
  },
  {
    fault: 'a member of the source is read again and again',
    caughtBy: 'reading everything reads each member of the source at most once',
    factories: received((source) => ({
      getRawHeaders: (sound) => (source.rawHeaders.length > 0 ? sound.getRawHeaders() : []),
    })),
  },
  {
    fault: 'a member of the source is read a second time',
    caughtBy: 'reading everything reads each member of the source at most once',
    factories: creating((source) => {
      const request = plain.createServerRequestFromSource(source);
      return request.withProtocolVersion(source.protocolVersion);
    }),
  },
  {
    fault: 'getMethod reads the headers',
    caughtBy: 'method and attributes read neither headers, address nor body',
    factories: received(() => ({
      getMethod: (sound) => sound.getHeaderLine('X-Method') || sound.getMethod(),
    })),
  },
  {
    fault: 'the headers need the body',
    caughtBy: 'the headers read neither address nor body',
    factories: received(() => ({
      getRawHeaders: (sound) => (sound.getBody().isReadable() ? sound.getRawHeaders() : []),
    })),
  },
  {
    fault: 'a malformed target has no status',
    caughtBy: 'a malformed target throws with status 400 when its URI is read',
    factories: received(() => ({
      getUri: (sound) => {
        try {
          return sound.getUri();
        } catch (cause) {
          throw new Error('malformed', { cause });
        }
      },
    })),
  },
  {
    fault: 'a malformed host is ignored',
    caughtBy: 'a malformed host throws with status 400 when the URI is read',
    factories: received(() => ({
      getUri: (sound) => {
        try {
          return sound.getUri();
        } catch {
          return plain.createUri('/');
        }
      },
    })),
  },
  {
    fault: 'a target that begins with // becomes the host',
    caughtBy: 'the URI combines scheme, host and target',
    factories: received(({ target }) => ({
      getUri: (sound) => (target.startsWith('//') ? plain.createUri(target) : sound.getUri()),
    })),
  },
  {
    fault: 'a broken escape in the path of the target is repaired',
    caughtBy: 'a broken escape or a backslash in the path of the target stays as received',
    factories: received(() => ({
      getUri: (sound) => sound.getUri().withPath(sound.getUri().getPath()),
    })),
  },
  {
    fault: 'the base path of the source stays in the path',
    caughtBy: 'the base path of the source is that of the URI, and the path is the remainder',
    factories: creating((source) =>
      plain.createServerRequestFromSource({ ...source, basePath: '' }),
    ),
  },
  {
    fault: 'the base path is compared as text',
    caughtBy: 'a base path that the target encodes differently is removed, too',
    factories: creating((source) => {
      const { basePath = '' } = source;
      return plain.createServerRequestFromSource(
        source.target.startsWith(basePath) ? source : { ...source, basePath: '' },
      );
    }),
  },
  {
    fault: 'a target without a path gets the base path',
    caughtBy: 'a request has no base path if its source has no base path, or no path',
    factories: received(({ basePath = '' }) => ({
      getUri: (sound) => sound.getUri().withBasePath(basePath),
    })),
  },
  {
    fault: 'a request keeps its base path for another URI',
    caughtBy: 'a request has the base path of a URI that replaces its own',
    factories: received(({ basePath = '' }) => ({
      getUri: (sound) => (basePath === '' ? sound.getUri() : sound.getUri().withBasePath(basePath)),
    })),
  },
  {
    fault: 'repeated headers are joined to one field',
    caughtBy: 'the headers are as received: case, order and repetition',
    factories: received(() => ({
      getRawHeaders: (sound) =>
        Object.entries(sound.getHeaders()).flatMap(([name, values]) => [name, values.join(', ')]),
    })),
  },
  {
    fault: 'only the last Cookie header counts',
    caughtBy: 'the cookies are those of every Cookie header, decoded',
    factories: received((source) => ({
      getCookieParams: (sound) => {
        const rawHeaders = ['Cookie', sound.getHeader('Cookie').at(-1) ?? ''];
        return plain.createServerRequestFromSource({ ...source, rawHeaders }).getCookieParams();
      },
    })),
  },
  {
    fault: 'the bytes of a cookie are read as characters',
    caughtBy: 'the raw bytes of a cookie are read as UTF-8 if they are valid UTF-8',
    factories: received(() => ({
      getCookieParams: (sound) =>
        Object.fromEntries(
          Object.entries(sound.getCookieParams()).map(([name, value]) => [
            name,
            Buffer.from(value ?? '').toString('latin1'),
          ]),
        ),
    })),
  },
  {
    fault: 'the path of the target is decoded',
    caughtBy: 'each escape of target and cookies is decoded once',
    factories: received(() => ({
      getUri: (sound) => {
        const uri = sound.getUri();
        return broken(uri, { getPath: (one) => one.getPath().replaceAll('%25', '%') });
      },
    })),
  },
  {
    fault: 'the query is decoded twice',
    caughtBy: 'each escape of target and cookies is decoded once',
    factories: received(() => ({
      getQueryParams: (sound) =>
        Object.fromEntries(
          Object.entries(sound.getQueryParams()).map(([name, value]) => [
            name,
            typeof value === 'string' ? value.replaceAll('%41', 'A') : value,
          ]),
        ),
    })),
  },
  {
    fault: 'the cookies are read again at each call',
    caughtBy: 'cookies and server parameters are computed once for all copies',
    factories: received(() => ({
      getCookieParams: (sound) =>
        Object.assign(Object.create(null) as object, sound.getCookieParams()),
    })),
  },
  {
    fault: 'withMethod loses the cookies that came in',
    caughtBy: 'a with* keeps the facts of the source, whether or not they were read before',
    factories: received(() => ({
      withMethod: (sound, method) => sound.withMethod(method).withCookieParams({}),
    })),
  },
  {
    fault: 'the port of the client is missing',
    caughtBy: 'the server parameters have the names of CGI',
    factories: received(() => ({
      getServerParams: (sound) => {
        const { REMOTE_PORT, ...params } = sound.getServerParams();
        return REMOTE_PORT === undefined ? sound.getServerParams() : params;
      },
    })),
  },
  {
    fault: 'a client without an address has one in text',
    caughtBy: 'a client without an address has neither REMOTE_ADDR nor REMOTE_PORT',
    factories: received((source) => ({
      getServerParams: (sound) =>
        Object.assign(Object.create(null) as object, sound.getServerParams(), {
          REMOTE_PORT: String(source.remotePort),
        }),
    })),
  },
  {
    fault: 'eof waits for the end of a body of known size',
    caughtBy: 'eof is true after as many bytes as the size of the body',
    factories: withBody((stream) => {
      let isRead = false;
      return broken(stream, {
        read: async (sound, length) => {
          const bytes = await sound.read(length);
          isRead = bytes.length === 0;
          return bytes;
        },
        eof: (sound) => isRead && sound.eof(),
      });
    }),
  },
  {
    fault: 'the server parameters have the names of headers',
    caughtBy: 'the server parameters have the names of CGI',
    factories: received(() => ({
      getServerParams: (sound) => {
        const { HTTP_AUTHORIZATION, ...params } = sound.getServerParams();
        return { ...params, Authorization: HTTP_AUTHORIZATION };
      },
    })),
  },
  {
    fault: 'the body is read before anybody asks',
    caughtBy: 'nothing is read from the client before the body is read',
    factories: withBody((stream, source) => {
      void source.body?.bytes();
      return stream;
    }),
  },
  {
    fault: 'all of an unread body is read chunk by chunk',
    caughtBy: 'an unread body is read as a whole by bytes(), and never by both members',
    factories: withBody((stream, { body }) => {
      if (body === null) return stream;
      const chunks = { [Symbol.asyncIterator]: () => body[Symbol.asyncIterator]() };
      return plain.createStreamFromResource(chunks);
    }),
  },
  {
    fault: 'the body is read by both members of the source',
    caughtBy: 'an unread body is read as a whole by bytes(), and never by both members',
    factories: withBody((stream, source) =>
      broken(stream, {
        getContents: async (sound) => {
          await source.body?.bytes();
          return sound.getContents();
        },
      }),
    ),
  },
  {
    fault: 'the size of the body is forgotten',
    caughtBy: 'the body is read in order, is not seekable and has the size of the source',
    factories: withBody((stream) => broken(stream, { getSize: () => null })),
  },
  {
    fault: 'closing the body never reaches the client',
    caughtBy: 'closing the body cancels the source',
    factories: withBody((stream) =>
      broken(stream, {
        close: (sound) => {
          sound.detach();
        },
      }),
    ),
  },
];

function creating(create: (source: RequestSource) => ServerRequestInterface) {
  return { ...plain, createServerRequestFromSource: create };
}

function received(faults: (source: RequestSource) => Faults<ServerRequestInterface>) {
  return creating((source) => broken(plain.createServerRequestFromSource(source), faults(source)));
}

function withBody(change: (stream: StreamInterface, source: RequestSource) => StreamInterface) {
  return received((source) => {
    let changed: StreamInterface | undefined;
    return { getBody: (sound) => (changed ??= change(sound.getBody(), source)) };
  });
}
