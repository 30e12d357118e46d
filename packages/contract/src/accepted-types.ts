import type { EndpointDescription } from './endpoint-description.js';

/**
 * Returns the media types that a description accepts: its `accepts`, or by default `multipart/form-data` if it has
 * `files`, otherwise `application/json` if it has a `body`.
 *
 * @returns `[]` if the description has no body
 */
export function acceptedTypes(
  description: Pick<EndpointDescription, 'accepts' | 'files' | 'body'>,
): readonly string[] {
  const { accepts, files, body } = description;
  if (accepts !== undefined) return accepts;
  if (files !== undefined) return ['multipart/form-data'];
  return body === undefined ? [] : ['application/json'];
}
