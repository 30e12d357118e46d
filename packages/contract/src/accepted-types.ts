import type { EndpointDescription } from './endpoint-description.js';

/**
 * Returns the media types of the body that a description accepts: its `accepts`; by default multipart if it has
 * `files`, JSON if it has a `body`.
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
