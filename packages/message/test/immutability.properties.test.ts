import { describe, expect, it } from '@jest/globals';
import type { ResponseInterface, ServerRequestInterface } from '@mortise/http-message';
import fc from 'fast-check';
import { factories, MessageError } from '../src/index.js';
import { soup } from './properties.js';
import { sourceOf } from './source.js';

type AnyMessage = ServerRequestInterface & ResponseInterface;
type Change = (message: AnyMessage) => AnyMessage;

const word = fc.oneof(
  fc.constantFrom('A', 'a', 'Host', 'n', '__proto__', 'constructor', ''),
  soup('ab \n', 3),
);
const shared = [
  fc.tuple(word, word).map(
    ([name, value]): Change =>
      (message) =>
        message.withHeader(name, value),
  ),
  fc.tuple(word, fc.array(word, { maxLength: 3 })).map(
    ([name, values]): Change =>
      (message) =>
        message.withAddedHeader(name, changedAfterwards(values)),
  ),
  word.map(
    (name): Change =>
      (message) =>
        message.withoutHeader(name),
  ),
  fc.constantFrom('1.0', '2', 'x').map(
    (version): Change =>
      (message) =>
        message.withProtocolVersion(version),
  ),
  word.map(
    (text): Change =>
      (message) =>
        message.withBody(factories.createStream(text)),
  ),
];
const ofRequests = [
  word.map(
    (method): Change =>
      (message) =>
        message.withMethod(method),
  ),
  word.map(
    (target): Change =>
      (message) =>
        message.withRequestTarget(target),
  ),
  fc.tuple(fc.constantFrom('/p?q=1', 'http://n.test:81/?a[]=2', ''), fc.boolean()).map(
    ([uri, preserve]): Change =>
      (message) =>
        message.withUri(factories.createUri(uri), preserve),
  ),
  fc.dictionary(word, word).map(
    (all): Change =>
      (message) =>
        message.withCookieParams(changedAfterwards(all)),
  ),
  fc.dictionary(word, word).map(
    (all): Change =>
      (message) =>
        message.withQueryParams(changedAfterwards(all)),
  ),
  fc.oneof(fc.constant({}), fc.constant(null)).map(
    (body): Change =>
      (message) =>
        message.withParsedBody(body),
  ),
  fc.tuple(word, fc.oneof(word, fc.constantFrom(null, undefined, 5))).map(
    ([name, value]): Change =>
      (message) =>
        message.withAttribute(name, value),
  ),
  fc.dictionary(word, word).map(
    (all): Change =>
      (message) =>
        message.withAttributes(changedAfterwards(all)),
  ),
  word.map(
    (name): Change =>
      (message) =>
        message.withoutAttribute(name),
  ),
  word.map(
    (name): Change =>
      (message) =>
        message.withUploadedFiles({
          [name]: [factories.createUploadedFile(factories.createStream(name))],
        }),
  ),
];
const ofResponses = [
  fc.tuple(fc.constantFrom(200, 404, 999), word).map(
    ([code, reason]): Change =>
      (message) =>
        message.withStatus(code, reason),
  ),
];

const requests = fc.constantFrom<() => AnyMessage>(
  () => factories.createServerRequest('GET', 'http://h.test/?a=b') as AnyMessage,
  () =>
    factories.createServerRequestFromSource(
      sourceOf({
        target: '/x?a[]=1',
        rawHeaders: ['Host', 'h.test', 'Cookie', 'c=d', 'A', '1', 'a', '2'],
      }),
    ) as AnyMessage,
);

describe('no change of any copy is seen by another (P23)', () => {
  it('of requests', () => {
    check(requests, fc.oneof(...shared, ...ofRequests));
  });

  it('of responses', () => {
    check(
      fc.constant(() => factories.createResponse() as AnyMessage),
      fc.oneof(...shared, ...ofResponses),
    );
  });
});

/**
 * Changes random versions, reads others in between, spoils what was read, and looks at the end whether
 * each version still answers what it answered first.
 */
function check(first: fc.Arbitrary<() => AnyMessage>, change: fc.Arbitrary<Change>): void {
  const step = fc.record({ from: fc.nat(), change, read: fc.boolean() });
  fc.assert(
    fc.property(first, fc.array(step, { maxLength: 20 }), (create, steps) => {
      const versions = [create()];
      const snapshots = new Map<AnyMessage, string>();
      for (const { from, change: apply, read } of steps) {
        const version = versions[from % versions.length] as AnyMessage;
        if (read && !snapshots.has(version)) snapshots.set(version, snapshot(version));
        const next = attempt(() => apply(version));
        if (next === null) continue;
        versions.push(next);
        if (!snapshots.has(next)) snapshots.set(next, snapshot(next));
        spoil(next);
      }
      for (const [version, before] of snapshots) expect(snapshot(version)).toBe(before);
    }),
  );
}

const READS = [
  ...[
    'getHeaders',
    'getRawHeaders',
    'getProtocolVersion',
    'getMethod',
    'getRequestTarget',
    'getUri',
  ],
  ...['getQueryParams', 'getCookieParams', 'getServerParams', 'getUploadedFiles', 'getParsedBody'],
  ...['getAttributes', 'getStatusCode', 'getReasonPhrase'],
] as const;

function snapshot(message: AnyMessage): string {
  const answers = READS.filter((read) => read in message).map((read) => [
    read,
    message[read as 'getUri'](),
  ]);
  const body = message.getBody().inMemory();
  return fc.stringify([
    answers.map(([read, answer]) => [read, read === 'getUri' ? String(answer) : answer]),
    body,
  ]);
}

/** What a careless caller might do to what the getters return. */
function spoil(message: AnyMessage): void {
  for (const read of READS) {
    if (!(read in message) || read === 'getUri' || read === 'getParsedBody') continue;
    scribble(message[read as 'getHeaders']());
  }
  scribble(message.getHeader('A'));
}

function scribble(answer: unknown): void {
  if (typeof answer !== 'object' || answer === null) return;
  for (const inner of Object.values(answer)) if (Array.isArray(inner)) scribble(inner);
  if (Object.isFrozen(answer)) return;
  if (Array.isArray(answer)) answer.push('spoilt', 'spoilt');
  else Object.assign(answer, { spoilt: ['spoilt'] });
}

/** Hands over an argument that its owner changes later. */
function changedAfterwards<T extends object>(argument: T): T {
  const own = Array.isArray(argument) ? ([...argument] as T) : { ...argument };
  queueMicrotask(() => {
    scribble(own);
  });
  return own;
}

function attempt(change: () => AnyMessage): AnyMessage | null {
  try {
    return change();
  } catch (error) {
    expect(error).toBeInstanceOf(MessageError);
    return null;
  }
}
