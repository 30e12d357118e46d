import type { ResponseInterface, ServerRequestInterface } from '@mortise/http-message';
import { acceptableEncodings, parseEntityTags } from '@mortise/http-syntax';
import type { Coding } from './compression-plan.js';

/** Gives a response the tag of its coding: a strong `"7"` becomes `"7-gzip"`. @see RFC 9110 8.8.3.3 */
export function withCodedTag(response: ResponseInterface, coding: Coding): ResponseInterface {
  const tag = response.getHeaderLine('ETag');
  return isStrong(tag) ? response.withHeader('ETag', codedTag(tag, coding)) : response;
}

/**
 * Gives a 304 the tag by which the client has the response, because a cache updates only a response with the same tag:
 * of those that the client lists that of the coding it prefers, then the plain one, then the same made weak, such as by a
 * CDN. If it lists none (`*`), that of the coding it would get.
 *
 * @param chosen the coding of the corresponding 200; `null` if it is not compressed
 * @see RFC 9110 15.4.5, RFC 9111 4.3.4
 */
export function withListedTag(
  request: ServerRequestInterface,
  response: ResponseInterface,
  codings: readonly Coding[],
  chosen: Coding | null,
): ResponseInterface {
  const tag = response.getHeaderLine('ETag');
  if (!isStrong(tag)) return response;
  const { tags: listed } = parseEntityTags(request.getHeaderLine('If-None-Match'));
  const strong = [...acceptedCodings(request, codings).map((each) => codedTag(tag, each)), tag];
  const known = [...strong, ...strong.map((each) => `W/${each}`)].find((each) =>
    listed.includes(each),
  );
  if (known !== undefined) return response.withHeader('ETag', known);
  // A file that is stored compressed has such a tag of its own.
  return chosen === null || codingOf(tag, codings) !== undefined
    ? response
    : withCodedTag(response, chosen);
}

/**
 * Lets the inner layers recognize the tags of codings: each strong one is followed by the plain one in If-Match, and each,
 * also a weak one, in If-None-Match if the client accepts its coding. If-Range stays: a range would be cut from the plain
 * bytes. For the same reason, Range is removed beside a strong tag of a coding in If-Match. A malformed list stays.
 *
 * @param codings all that a response can have been compressed with, even by another process
 */
export function withPlainTags(
  request: ServerRequestInterface,
  codings: readonly Coding[],
): ServerRequestInterface {
  const mapped = withPlainTagsIn(request, 'If-Match', isStrong, () => codings);
  // With If-Match, a client resumes what it has, coded: RFC 9110 13.1.1.
  const matched = mapped === request ? request : mapped.withoutHeader('Range');
  // A cache lists what it has of all codings: "not modified" must name one that this client can decode.
  return withPlainTagsIn(
    matched,
    'If-None-Match',
    () => true,
    () => acceptedCodings(request, codings),
  );
}

function withPlainTagsIn(
  request: ServerRequestInterface,
  name: string,
  isCompared: (tag: string) => boolean,
  codings: () => readonly Coding[],
): ServerRequestInterface {
  const list = request.getHeaderLine(name);
  if (!list.includes('-')) return request;
  const known = codings();
  const { tags, isMalformed } = parseEntityTags(list);
  if (isMalformed) return request;
  const mapped = tags.flatMap((tag) => {
    const coding = isCompared(tag) ? codingOf(tag, known) : undefined;
    return coding === undefined ? [tag] : [tag, `${tag.slice(0, -coding.length - 2)}"`];
  });
  return mapped.length === tags.length ? request : request.withHeader(name, mapped.join(', '));
}

/** The codings that a client accepts, the preferred first. */
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
