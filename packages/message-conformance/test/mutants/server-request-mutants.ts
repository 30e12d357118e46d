import { UNPARSED_BODY } from '@mortise/base/keys';
import type { ServerRequestInterface } from '@mortise/http-message';
import { factories as plain } from '@mortise/message-plain/node';
import { broken, type Mutant, serverRequests } from './broken.js';

const changed = new WeakMap<object, ServerRequestInterface>();
const cookies = new WeakMap<object, ReturnType<ServerRequestInterface['getCookieParams']>>();
const uploads = new WeakMap<object, ReturnType<ServerRequestInterface['getUploadedFiles']>>();

/** Makes the original return the members of the copy from then on. */
function leak(sound: ServerRequestInterface, copy: ServerRequestInterface): ServerRequestInterface {
  changed.set(sound, copy);
  return copy;
}

/** Every `with*` except the one that sets the uploads. */
const LOSING_UPLOADS = [
  'withMethod',
  'withRequestTarget',
  'withProtocolVersion',
  'withUri',
  'withHeader',
  'withAddedHeader',
  'withoutHeader',
  'withBody',
  'withCookieParams',
  'withQueryParams',
  'withParsedBody',
  'withAttribute',
  'withAttributes',
  'withoutAttribute',
] as const;

/** Faults of server requests. */
export const serverRequestMutants: readonly Mutant[] = [
  {
    fault: 'attributes leak to the original',
    caughtBy:
      'withAttribute sets an attribute and does not leak to the original (server request made by hand)',
    factories: serverRequests({
      withAttribute: (sound, name, value) => leak(sound, sound.withAttribute(name, value)),
      getAttributes: (sound) => (changed.get(sound) ?? sound).getAttributes(),
    }),
  },
  {
    fault: 'a missing attribute throws',
    caughtBy:
      'a missing attribute is undefined, or the fallback, and not an error (server request made by hand)',
    factories: serverRequests({
      getAttribute: (sound: ServerRequestInterface, name: string) => {
        if (!(name in sound.getAttributes())) throw new Error(`no attribute ${name}`);
        return sound.getAttribute(name);
      },
    }),
  },
  {
    fault: 'an attribute that is null returns the fallback',
    caughtBy:
      'a value is returned as it was set, including null and undefined (server request made by hand)',
    factories: serverRequests({
      getAttribute: (sound: ServerRequestInterface, name: string, fallback?: unknown) =>
        sound.getAttribute(name) ?? fallback,
    }),
  },
  {
    fault: 'withAttributes replaces all attributes',
    caughtBy:
      'withAttributes sets several, keeps the others and leaves the original untouched (server request made by hand)',
    factories: serverRequests({
      withAttributes: (sound, attributes) => {
        let bare = sound;
        for (const name of Object.keys(sound.getAttributes())) bare = bare.withoutAttribute(name);
        return bare.withAttributes(attributes);
      },
    }),
  },
  {
    fault: 'withoutAttribute sets undefined',
    caughtBy:
      'withoutAttribute removes one and leaves the original untouched (server request made by hand)',
    factories: serverRequests({
      withoutAttribute: (sound, name) => sound.withAttribute(name, undefined),
    }),
  },
  {
    fault: 'the parsed body leaks to the original',
    caughtBy:
      'withParsedBody keeps the data by reference and leaves the original untouched (server request made by hand)',
    factories: serverRequests({
      withParsedBody: (sound, data) => leak(sound, sound.withParsedBody(data)),
      getParsedBody: (sound) => (changed.get(sound) ?? sound).getParsedBody(),
    }),
  },
  {
    fault: 'nobody learns that the uploads of an unparsed body are read',
    caughtBy:
      'reading the parsed body or the uploads notifies the listener of the lifetime while the parsed body is unset (server request made by hand)',
    factories: serverRequests({
      getUploadedFiles: (sound: ServerRequestInterface) => {
        const lifetime = sound.getLifetime();
        const listener = lifetime.getValue(UNPARSED_BODY) ?? null;
        lifetime.setValue(UNPARSED_BODY, null);
        const files = sound.getUploadedFiles();
        lifetime.setValue(UNPARSED_BODY, listener);
        return files;
      },
    }),
  },
  {
    fault: 'the parsed body is copied',
    caughtBy:
      'withParsedBody keeps the data by reference and leaves the original untouched (server request from a source)',
    factories: serverRequests({
      withParsedBody: (sound, data) => sound.withParsedBody(data === null ? null : { ...data }),
    }),
  },
  {
    fault: 'the parsed body may be a text',
    caughtBy:
      'withParsedBody refuses values that are neither objects nor null (server request made by hand)',
    factories: serverRequests({
      withParsedBody: (sound, data) =>
        sound.withParsedBody(typeof data === 'string' ? [data] : data),
    }),
  },
  {
    fault: 'withCookieParams shares its argument',
    caughtBy:
      'withCookieParams copies the cookies and leaves the original untouched (server request made by hand)',
    factories: serverRequests({
      withCookieParams: (sound, given) => {
        const copy = sound.withCookieParams(given);
        cookies.set(copy, given);
        return copy;
      },
      getCookieParams: (sound) => cookies.get(sound) ?? sound.getCookieParams(),
    }),
  },
  {
    fault: 'withCookieParams rewrites the header',
    caughtBy: 'withCookieParams does not change the Cookie header (server request made by hand)',
    factories: serverRequests({
      withCookieParams: (sound, given) =>
        sound.withCookieParams(given).withHeader('Cookie', 'rewritten'),
    }),
  },
  {
    fault: 'the query does not follow the URI',
    caughtBy:
      'the query parameters follow withUri until withQueryParams (server request made by hand)',
    factories: serverRequests({
      withUri: (sound, uri, preserveHost) =>
        sound.withQueryParams(sound.getQueryParams()).withUri(uri, preserveHost),
    }),
  },
  {
    fault: 'withQueryParams changes the URI',
    caughtBy:
      'withQueryParams copies the first level and leaves original and URI untouched (server request made by hand)',
    factories: serverRequests({
      withQueryParams: (sound, query) =>
        sound.withUri(sound.getUri().withQuery('changed')).withQueryParams(query),
    }),
  },
  {
    fault: 'withUploadedFiles accepts anything',
    caughtBy:
      'withUploadedFiles refuses a leaf that is not an upload (server request made by hand)',
    factories: serverRequests({
      withUploadedFiles: (sound, files) => {
        const copy = sound.withUploadedFiles({});
        uploads.set(copy, files);
        return copy;
      },
      getUploadedFiles: (sound) => uploads.get(sound) ?? sound.getUploadedFiles(),
    }),
  },
  {
    fault: 'each copy has its own lifetime',
    caughtBy:
      'every copy has the same lifetime, every other request another one (server request made by hand)',
    factories: serverRequests({
      getLifetime: () => plain.createServerRequest('GET', '/').getLifetime(),
    }),
  },
  {
    fault: 'withHeader loses the attributes',
    caughtBy: 'a with* of a server request keeps the other members (server request made by hand)',
    factories: serverRequests({
      withHeader: (sound, name, value) => sound.withHeader(name, value).withoutAttribute('a'),
    }),
  },
  ...LOSING_UPLOADS.map((name) => ({
    fault: `${name} loses the uploads`,
    caughtBy: 'a with* of a server request keeps the other members (server request made by hand)',
    factories: serverRequests({
      [name]: (sound: ServerRequestInterface, ...args: unknown[]) => {
        const change = Reflect.get(sound, name) as (...given: unknown[]) => ServerRequestInterface;
        return change.apply(sound, args).withUploadedFiles({});
      },
    }),
  })),
  {
    fault: 'the query is parsed again at each call',
    caughtBy: 'the query parameters are parsed once for all copies (server request from a source)',
    factories: serverRequests({
      getQueryParams: (sound) =>
        Object.assign(Object.create(null) as object, sound.getQueryParams()),
    }),
  },
  {
    fault: 'withCookieParams freezes its argument',
    caughtBy: 'the argument of a with* is neither changed nor frozen (server request made by hand)',
    factories: serverRequests({
      withCookieParams: (sound, given) => sound.withCookieParams(Object.freeze(given)),
    }),
  },
  {
    fault: 'a query over the limits has no status',
    caughtBy:
      'a huge or deep query is read, or refused with status 413 or 400 (server request made by hand)',
    factories: serverRequests({
      getQueryParams: (sound) => {
        try {
          return sound.getQueryParams();
        } catch (cause) {
          throw new Error('too much', { cause });
        }
      },
    }),
  },
  {
    fault: 'server parameters follow the method',
    caughtBy: 'no with* changes the server parameters (server request from a source)',
    factories: {
      ...plain,
      createServerRequestFromSource: (source) =>
        broken(plain.createServerRequestFromSource(source), {
          getServerParams: (sound) =>
            Object.assign(Object.create(null) as object, sound.getServerParams(), {
              REQUEST_METHOD: sound.getMethod(),
            }),
        }),
    },
  },
];
