import type {
  HttpFactoriesInterface,
  ResponseInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import fc from 'fast-check';
import { soup } from './properties.js';
import { sourceOf } from './source.js';

/** Every member of every message; a change calls only those that its kind has. */
export type AnyMessage = ServerRequestInterface & ResponseInterface;

/** One `with*` or `without*`; the factories are those of the message. */
export type Change = (message: AnyMessage, factories: HttpFactoriesInterface) => AnyMessage;

/** How a message came to be. */
export type Creation = (factories: HttpFactoriesInterface) => AnyMessage;

const word = fc.oneof(
  fc.constantFrom('A', 'a', 'Host', 'n', '__proto__', 'constructor', ''),
  soup('ab \n', 3),
);
const ofAll: fc.Arbitrary<Change>[] = [
  fc.tuple(word, word).map(
    ([name, value]) =>
      (message) =>
        message.withHeader(name, value),
  ),
  fc.tuple(word, fc.array(word, { maxLength: 3 })).map(
    ([name, values]) =>
      (message) =>
        message.withAddedHeader(name, fleeting(values)),
  ),
  word.map((name) => (message) => message.withoutHeader(name)),
  fc
    .constantFrom('1.0', '2', 'x')
    .map((version) => (message) => message.withProtocolVersion(version)),
  word.map((text) => (message, factories) => message.withBody(factories.createStream(text))),
];
const ofRequests: fc.Arbitrary<Change>[] = [
  word.map((method) => (message) => message.withMethod(method)),
  word.map((target) => (message) => message.withRequestTarget(target)),
  fc.tuple(fc.constantFrom('/p?q=1', 'http://n.test:81/?a[]=2', ''), fc.boolean()).map(
    ([uri, preserveHost]) =>
      (message, factories) =>
        message.withUri(factories.createUri(uri), preserveHost),
  ),
  fc.constant((message, factories) => message.withUri(factories.createUri('/p').withPort(81))),
  fc.dictionary(word, word).map((all) => (message) => message.withCookieParams(fleeting(all))),
  fc.dictionary(word, word).map((all) => (message) => message.withQueryParams(fleeting(all))),
  fc
    .constantFrom({}, null, 'text')
    .map((body) => (message) => message.withParsedBody(body as null)),
  fc.tuple(word, fc.oneof(word, fc.constantFrom(null, undefined, 5))).map(
    ([name, value]) =>
      (message) =>
        message.withAttribute(name, value),
  ),
  fc.dictionary(word, word).map((all) => (message) => message.withAttributes(fleeting(all))),
  word.map((name) => (message) => message.withoutAttribute(name)),
  word.map((name) => (message, factories) => {
    const upload = factories.createUploadedFile(factories.createStream(name));
    return message.withUploadedFiles(fleeting({ [name]: [upload] }));
  }),
  fc.constant((message) => message.withUploadedFiles({ a: 'text' as never })),
];
const ofResponses: fc.Arbitrary<Change>[] = [
  fc.tuple(fc.constantFrom(200, 404, 999), word).map(
    ([code, reason]) =>
      (message) =>
        message.withStatus(code, reason),
  ),
];

/** Requests made by hand and from the wire, and what may be done to them. */
export const requests = {
  creation: fc.constantFrom<Creation>(
    (factories) => factories.createServerRequest('GET', 'http://h.test/?a=b') as AnyMessage,
    (factories) => factories.createServerRequestFromSource(sourceOf(WIRE)) as AnyMessage,
  ),
  change: fc.oneof(...ofAll, ...ofRequests),
};

/** Responses, and what may be done to them. */
export const responses = {
  creation: fc.constant<Creation>((factories) => factories.createResponse() as AnyMessage),
  change: fc.oneof(...ofAll, ...ofResponses),
};

const WIRE = {
  target: '/x%2f?a[]=1&b=%zz',
  rawHeaders: ['Host', 'h.test', 'Cookie', 'c=d', 'A', '1', 'B', '2', 'a', '3'],
};

/** The getters that answer at once and change nothing. */
export const GETTERS = [
  ...['getHeaders', 'getRawHeaders', 'getProtocolVersion', 'getMethod', 'getRequestTarget'],
  ...['getUri', 'getQueryParams', 'getCookieParams', 'getServerParams', 'getUploadedFiles'],
  ...['getParsedBody', 'getAttributes', 'getStatusCode', 'getReasonPhrase'],
] as const;

/** What every getter answers, in one text. */
export function snapshot(message: AnyMessage): string {
  const answers = GETTERS.filter((getter) => getter in message).map((getter) => {
    const answer: unknown = message[getter as 'getUri']();
    if (getter === 'getUploadedFiles') return Object.entries(answer as object).map(String);
    return getter === 'getUri'
      ? String(answer)
      : [getter, { ...(answer as object) }, typeof answer];
  });
  const body = message.getBody().inMemory() ?? 'not in memory';
  return fc.stringify([answers, Buffer.from(body).toString('latin1')]);
}

/** Puts something into everything in an answer that lets it be done. */
export function spoil(answer: unknown): void {
  if (typeof answer !== 'object' || answer === null) return;
  for (const inner of Object.values(answer)) if (Array.isArray(inner)) spoil(inner);
  if (Object.isFrozen(answer)) return;
  if (Array.isArray(answer)) answer.push('spoilt', 'spoilt');
  else Object.assign(answer, { spoilt: ['spoilt'] });
}

/** A copy of an argument, that its owner spoils as soon as the call is over. */
function fleeting<T extends object>(argument: T): T {
  const own = Array.isArray(argument) ? ([...argument] as T) : { ...argument };
  queueMicrotask(() => {
    spoil(own);
  });
  return own;
}
