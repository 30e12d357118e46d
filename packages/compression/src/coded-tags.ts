import { isSingleUse } from '@mortise/base/message';
import type { ResponseInterface, ServerRequestInterface } from '@mortise/http-message';
import {
  acceptableEncodings,
  evaluatePreconditions,
  negotiateEncoding,
  parseEntityTags,
  parseHttpDate,
} from '@mortise/http-syntax';
import type { Coding } from './compression-plan.js';

/** Adds the coding to the strong ETag of a response: `"7"` becomes `"7-gzip"`. @see RFC 9110 8.8.3.3 */
export function withCodedTag(response: ResponseInterface, coding: Coding): ResponseInterface {
  const tag = response.getHeaderLine('ETag');
  return isStrong(tag) ? response.withHeader('ETag', codedTag(tag, coding)) : response;
}

/**
 * Sets the ETag of a 304 to one that the client listed, because a cache updates only a stored response with the same
 * tag. In order of preference: the tags of the codings that the client accepts, the plain tag, and then the same tags
 * made weak, for example by a CDN. If the client listed none of them (`*`), sets the tag of the corresponding 200.
 *
 * @param chosen the coding of that 200; `null` if it is not compressed
 * @param isKnown whether `chosen` is known. If it is guessed, a tag that ends with a coding is that of a file that was
 *   stored compressed
 * @see RFC 9110 15.4.5, RFC 9111 4.3.4
 */
export function withListedTag(
  request: ServerRequestInterface,
  response: ResponseInterface,
  codings: readonly Coding[],
  chosen: Coding | null,
  isKnown = false,
): ResponseInterface {
  const tag = response.getHeaderLine('ETag');
  if (!isStrong(tag)) return response;
  const { tags: listed } = parseEntityTags(request.getHeaderLine('If-None-Match'));
  const strong = [...acceptedCodings(request, codings).map((each) => codedTag(tag, each)), tag];
  const known = [...strong, ...strong.map((each) => `W/${each}`)].find((each) =>
    listed.includes(each),
  );
  if (known !== undefined) return response.withHeader('ETag', known);
  return chosen === null || (!isKnown && codingOf(tag, codings) !== undefined)
    ? response
    : withCodedTag(response, chosen);
}

/**
 * Whether `If-None-Match` of a request can only be decided by the tag of the response as it is sent: the client refuses
 * `identity`, so a plain tag that it lists must not match a response that would be compressed.
 */
export function comparesSentTag(request: ServerRequestInterface): boolean {
  return (
    request.hasHeader('If-None-Match') &&
    isRead(request) &&
    negotiateEncoding(request.getHeaderLine('Accept-Encoding'), ['identity']) === null
  );
}

/** Whether the client has a response, as it would be sent, according to {@link comparesSentTag}. */
export function isStored(request: ServerRequestInterface, response: ResponseInterface): boolean {
  const etag = response.getHeaderLine('ETag');
  return (
    response.getStatusCode() === 200 &&
    etag !== '' &&
    !isSingleUse(request) &&
    evaluatePreconditions(request, { etag, lastModified: null }) === 'not-modified'
  );
}

/**
 * Lets inner layers recognize tags with a coding, by inserting the plain tag after each: in `If-Match` after strong
 * tags, and in `If-None-Match` after strong and weak tags, for methods that read only if the client accepts their
 * coding. `If-Range` is unchanged, because a range would be taken from the uncompressed bytes. For the same reason,
 * `Range` is removed if `If-Match` contains a strong tag with a coding, and beside `If-Unmodified-Since` or a date in
 * `If-Range` if the client accepts a coding. A malformed list is unchanged, but in `If-None-Match` of a method that
 * writes, where the tags before the malformed one count, their plain tags precede it.
 *
 * What {@link comparesSentTag} applies to gets the response to a client without a copy: it has no `If-None-Match`,
 * `If-Modified-Since` and `Range`.
 *
 * @param codings all codings with which a response may have been compressed, even by another process
 * @param comparesSent what {@link comparesSentTag} says of the request
 */
export function withPlainTags(
  request: ServerRequestInterface,
  codings: readonly Coding[],
  comparesSent: boolean,
): ServerRequestInterface {
  const mapped = withPlainTagsIn(request, 'If-Match', isStrong, () => codings);
  // With such a header, a client resumes its partial copy, which is or can be compressed: RFC 9110 13.1.
  const resumes =
    mapped !== request || (comparesDate(request) && acceptedCodings(request, codings).length > 0);
  const whole = resumes ? mapped.withoutHeader('Range') : request;
  if (comparesSent) {
    const decided = ['If-None-Match', 'If-Modified-Since', 'Range'];
    return decided.reduce((made, name) => made.withoutHeader(name), whole);
  }
  const reads = isRead(request);
  return withPlainTagsIn(
    whole,
    'If-None-Match',
    () => true,
    // A cache lists its tags of all codings, but a 304 must name one that this client can decode.
    () => (reads ? acceptedCodings(request, codings) : codings),
    !reads,
  );
}

function isRead(request: ServerRequestInterface): boolean {
  return /^(?:GET|HEAD)$/.test(request.getMethod());
}

/** Whether a request compares a date, which all codings of a representation have in common. */
function comparesDate(request: ServerRequestInterface): boolean {
  if (request.hasHeader('If-Unmodified-Since')) return true;
  const ifRange = request.getHeaderLine('If-Range');
  return ifRange !== '' && parseHttpDate(ifRange) !== null;
}

function withPlainTagsIn(
  request: ServerRequestInterface,
  name: string,
  isCompared: (tag: string) => boolean,
  codings: () => readonly Coding[],
  readsMalformed = false,
): ServerRequestInterface {
  const list = request.getHeaderLine(name);
  if (!list.includes('-')) return request;
  const known = codings();
  const { tags, isMalformed } = parseEntityTags(list);
  const mapped = tags.flatMap((tag) => {
    const coding = isCompared(tag) ? codingOf(tag, known) : undefined;
    return coding === undefined ? [tag] : [tag, `${tag.slice(0, -coding.length - 2)}"`];
  });
  if (mapped.length === tags.length || (isMalformed && !readsMalformed)) return request;
  return request.withHeader(name, (isMalformed ? [...mapped, list] : mapped).join(', '));
}

/** Returns the codings that a client accepts, preferred first. */
function acceptedCodings(
  request: ServerRequestInterface,
  codings: readonly Coding[],
): readonly Coding[] {
  return acceptableEncodings(request.getHeaderLine('Accept-Encoding'), codings);
}

function isStrong(tag: string): boolean {
  return tag.startsWith('"');
}

function codedTag(tag: string, coding: Coding): string {
  return `${tag.slice(0, -1)}-${coding}"`;
}

function codingOf(tag: string, codings: readonly Coding[]): Coding | undefined {
  return codings.find((coding) => tag.endsWith(`-${coding}"`));
}
