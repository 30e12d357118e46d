import type { MessageInterface, RequestInterface, ResponseInterface } from '@mortise/http-message';
import { factories as plain } from '@mortise/message-plain/node';
import { messages, type Mutant, requests, responses } from './broken.js';

/** The latest copy of a message, so that a change of the copy can leak to its original. */
const changed = new WeakMap<object, MessageInterface>();
const given = new WeakMap<object, readonly string[]>();

/** Faults of every message. */
export const messageMutants: readonly Mutant[] = [
  {
    fault: 'getHeader is case-sensitive',
    caughtBy: 'getHeader finds a name in any case (response)',
    factories: messages({ getHeader: (sound, name) => sound.getHeaders()[name] ?? [] }),
  },
  {
    fault: 'hasHeader is case-sensitive',
    caughtBy: 'hasHeader finds a name in any case (request)',
    factories: messages({ hasHeader: (sound, name) => name in sound.getHeaders() }),
  },
  {
    fault: 'getHeaderLine is case-sensitive',
    caughtBy: 'getHeaderLine finds a name in any case (server request from a source)',
    factories: messages({
      getHeaderLine: (sound, name) => (sound.getHeaders()[name] ?? []).join(', '),
    }),
  },
  {
    fault: 'an error shows the value of a header',
    caughtBy: 'an error about a value names the header, and does not show the value (request)',
    factories: messages({
      withHeader: (sound, name, value) => {
        try {
          return sound.withHeader(name, value);
        } catch (error) {
          (error as Error).message += `: ${String(value)}`;
          throw error;
        }
      },
    }),
  },
  {
    fault: 'withoutHeader is case-sensitive',
    caughtBy: 'withoutHeader removes every value of a name in any case, and no other (response)',
    factories: messages({
      withoutHeader: (sound, name) =>
        name in sound.getHeaders() ? sound.withoutHeader(name) : sound,
    }),
  },
  {
    fault: 'getHeaders sorts the names',
    caughtBy: 'getHeaders keeps the order of names and of values (response)',
    factories: messages({
      getHeaders: (sound) => nullPrototype(Object.entries(sound.getHeaders()).sort()),
    }),
  },
  {
    fault: 'getHeaders returns names in lower case',
    caughtBy: 'getHeaders keeps the case of names (response)',
    factories: messages({
      getHeaders: (sound) =>
        nullPrototype(
          Object.entries(sound.getHeaders()).map(([name, values]) => [name.toLowerCase(), values]),
        ),
    }),
  },
  {
    fault: 'getRawHeaders takes its order from an object',
    caughtBy: 'getRawHeaders keeps the order of names that read as integers (response)',
    factories: messages({
      getRawHeaders: (sound) =>
        Object.entries(sound.getHeaders()).flatMap(([name, values]) =>
          values.flatMap((value) => [name, value]),
        ),
    }),
  },
  {
    fault: 'Set-Cookie is joined',
    caughtBy: 'Set-Cookie is never joined (response)',
    factories: messages({
      getRawHeaders: (sound) =>
        Object.entries(sound.getHeaders()).flatMap(([name, values]) => [name, values.join(', ')]),
    }),
  },
  {
    fault: 'getHeaders returns an ordinary object',
    caughtBy: 'getHeaders returns an object without a prototype (response)',
    factories: messages({ getHeaders: (sound) => ({ ...sound.getHeaders() }) }),
  },
  {
    fault: 'headers are looked up in an ordinary object',
    caughtBy: 'names like those of Object.prototype are ordinary header names (response)',
    factories: messages({ hasHeader: (sound, name) => name in {} || sound.hasHeader(name) }),
  },
  {
    fault: 'getHeaderLine joins by a comma alone',
    caughtBy: 'getHeaderLine joins the values with a comma and a space (response)',
    factories: messages({ getHeaderLine: (sound, name) => sound.getHeader(name).join(',') }),
  },
  {
    fault: 'withHeader changes the original',
    caughtBy: 'withHeader leaves the original untouched (response)',
    factories: messages({
      withHeader: (sound, name, value) => {
        const copy = sound.withHeader(name, value);
        changed.set(sound, copy);
        return copy;
      },
      getRawHeaders: (sound) => (changed.get(sound) ?? sound).getRawHeaders(),
    }),
  },
  {
    fault: 'withHeader shares an array with its argument',
    caughtBy: 'withHeader copies its list (response)',
    factories: messages({
      withHeader: (sound, name, value) => {
        const copy = sound.withHeader(name, value);
        if (typeof value !== 'string') given.set(copy, value);
        return copy;
      },
      getHeader: (sound, name) => given.get(sound) ?? sound.getHeader(name),
    }),
  },
  {
    fault: 'withHeader removes all whitespace around a value',
    caughtBy: 'whitespace that is not space or tab is part of a value, even at its ends (response)',
    factories: messages({
      withHeader: (sound, name, value) =>
        sound.withHeader(name, typeof value === 'string' ? value.trim() : value.map(trimmed)),
    }),
  },
  {
    fault: 'withAddedHeader removes all whitespace around a value',
    caughtBy: 'whitespace that is not space or tab is part of a value, even at its ends (request)',
    factories: messages({
      withAddedHeader: (sound, name, value) =>
        sound.withAddedHeader(name, typeof value === 'string' ? value.trim() : value.map(trimmed)),
    }),
  },
  {
    fault: 'withHeader accepts a trailing newline in a value',
    caughtBy:
      'withHeader refuses a control character in a value, including a trailing newline (response)',
    factories: messages({
      withHeader: (sound, name, value) =>
        sound.withHeader(name, typeof value === 'string' ? value.replace(/\n$/, '') : value),
    }),
  },
  {
    fault: 'withHeader accepts a trailing newline in a name',
    caughtBy:
      'withHeader refuses a name that is not a token, including a trailing newline (response)',
    factories: messages({
      withHeader: (sound, name, value) => sound.withHeader(name.replace(/\n$/, ''), value),
    }),
  },
  {
    fault: 'withHeader keeps the case of the old name',
    caughtBy:
      'withHeader replaces an older header at its position, with the new case of the name (response)',
    factories: messages({
      withHeader: (sound, name, value) => {
        const names = Object.keys(sound.getHeaders());
        const old = names.find((other) => other.toLowerCase() === name.toLowerCase());
        return sound.withHeader(old ?? name, value);
      },
    }),
  },
  {
    fault: 'withHeader moves a header to the end',
    caughtBy:
      'withHeader replaces an older header at its position, with the new case of the name (response)',
    factories: messages({
      withHeader: (sound, name, value) => sound.withoutHeader(name).withHeader(name, value),
    }),
  },
  {
    fault: 'withAddedHeader replaces',
    caughtBy:
      'withAddedHeader adds after the existing values, with the name in any case (response)',
    factories: messages({ withAddedHeader: (sound, name, value) => sound.withHeader(name, value) }),
  },
  {
    fault: 'withAddedHeader forgets all but the first of several values',
    caughtBy: 'withAddedHeader adds a new header at the end (response)',
    factories: messages({
      withAddedHeader: (sound, name, value) =>
        sound.withAddedHeader(name, typeof value === 'string' ? value : (value[0] ?? [])),
    }),
  },
  {
    fault: 'withProtocolVersion accepts anything',
    caughtBy:
      'withProtocolVersion refuses a value that is not a version, including a trailing newline (request)',
    factories: messages({
      withProtocolVersion: (sound, version) =>
        /^\d(\.\d)?$/.test(version) ? sound.withProtocolVersion(version) : sound,
    }),
  },
  {
    fault: 'getBody makes a new stream each time',
    caughtBy: 'getBody returns the same object each time (response)',
    factories: messages({ getBody: () => plain.createStream() }),
  },
  {
    fault: 'withHeader loses the body',
    caughtBy: 'copies share the body, including its position (response)',
    factories: messages({
      withHeader: (sound, name, value) =>
        sound.withHeader(name, value).withBody(plain.createStream()),
    }),
  },
  {
    fault: 'withBody accepts text',
    caughtBy: 'withBody refuses a value that is not a stream (response)',
    factories: messages({
      withBody: (sound, body) =>
        sound.withBody(typeof body === 'string' ? plain.createStream(body) : body),
    }),
  },
];

/** Faults of every request. */
export const requestMutants: readonly Mutant[] = [
  {
    fault: 'withMethod changes the case',
    caughtBy: 'withMethod keeps the case of the method and leaves the original untouched (request)',
    factories: requests({ withMethod: (sound, method) => sound.withMethod(method.toUpperCase()) }),
  },
  {
    fault: 'withMethod accepts a trailing newline',
    caughtBy:
      'withMethod refuses a value that is not a token, including a trailing newline (request)',
    factories: requests({
      withMethod: (sound, method) => sound.withMethod(method.replace(/\n$/, '')),
    }),
  },
  {
    fault: 'withUri ignores preserveHost',
    caughtBy: 'withUri keeps a Host that is not empty with preserveHost (request)',
    factories: requests({ withUri: (sound, uri) => sound.withUri(uri) }),
  },
  {
    fault: 'withUri always preserves Host',
    caughtBy: 'withUri replaces every older Host, at its position (request)',
    factories: requests({ withUri: (sound, uri) => sound.withUri(uri, true) }),
  },
  {
    fault: 'withUri omits the port from Host',
    caughtBy: 'withUri sets Host: the host, and the port unless it is the default (request)',
    factories: requests({
      withUri: (sound, uri, preserveHost) =>
        sound.withUri(uri, preserveHost).withHeader('Host', uri.getHost()),
    }),
  },
  {
    fault: 'the request target of a rootless path is rootless',
    caughtBy: 'the request target of a rootless path begins with a slash (request)',
    factories: requests({
      getRequestTarget: (sound) => {
        const uri = sound.getUri();
        const isRootless = /^[^/]/.test(uri.getPath()) && uri.getBasePath() === '';
        return isRootless ? uri.getPath() : sound.getRequestTarget();
      },
    }),
  },
  {
    fault: 'withRequestTarget accepts whitespace',
    caughtBy:
      'withRequestTarget refuses whitespace, control characters and an empty text (request)',
    factories: requests({
      withRequestTarget: (sound, target) => sound.withRequestTarget(target.replace(' ', '%20')),
    }),
  },
  {
    fault: 'the request target is lost when the URI changes',
    caughtBy: 'an explicit request target is kept by withUri (request)',
    factories: requests({ getRequestTarget: targetOfUri }),
  },
];

/** Faults of responses. */
export const responseMutants: readonly Mutant[] = [
  {
    fault: 'the reason of a known status is empty',
    caughtBy: 'a known status without a phrase has the registered one',
    factories: responses({ getReasonPhrase: () => '' }),
  },
  {
    fault: 'an older phrase outlives a new status',
    caughtBy: 'withStatus without a phrase drops the previous one',
    factories: responses({
      withStatus: (sound, code, phrase) => sound.withStatus(code, phrase ?? keptPhrase(sound)),
    }),
  },
  {
    fault: 'withStatus changes the original',
    caughtBy: 'withStatus sets code and phrase and leaves the original untouched',
    factories: responses({
      withStatus: (sound, code, phrase) => {
        const copy = sound.withStatus(code, phrase);
        changed.set(sound, copy);
        return copy;
      },
      getStatusCode: (sound) =>
        ((changed.get(sound) ?? sound) as ResponseInterface).getStatusCode(),
    }),
  },
  {
    fault: 'withStatus accepts codes from 600',
    caughtBy: 'withStatus refuses a code that is not an integer from 100 to 599',
    factories: responses({
      withStatus: (sound, code, phrase) => sound.withStatus(Math.min(code, 599), phrase),
    }),
  },
  {
    fault: 'withStatus accepts a line end in a phrase',
    caughtBy: 'withStatus refuses a control character in a phrase, including a trailing newline',
    factories: responses({
      withStatus: (sound, code, phrase) => sound.withStatus(code, phrase?.replace(/[\r\n]/g, '')),
    }),
  },
];

function nullPrototype(
  entries: readonly (readonly [string, readonly string[]])[],
): Record<string, readonly string[]> {
  const map = Object.create(null) as Record<string, readonly string[]>;
  for (const [name, values] of entries) map[name] = values;
  return map;
}

function targetOfUri(sound: RequestInterface): string {
  return sound.withRequestTarget('/').getUri().getPath() || '/';
}

function keptPhrase(sound: ResponseInterface): string {
  const registered = plain.createResponse(sound.getStatusCode()).getReasonPhrase();
  return sound.getReasonPhrase() === registered ? '' : sound.getReasonPhrase();
}

function trimmed(value: string): string {
  return value.trim();
}
