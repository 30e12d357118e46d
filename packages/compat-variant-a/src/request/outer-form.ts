import type { ServerRequestInterface } from '@mortise/http-message';
import { mediaTypeOf } from './media-type.js';

const FORMS: readonly (string | null)[] = [
  'application/x-www-form-urlencoded',
  'multipart/form-data',
];

/**
 * Gives the fields and files of a form that an outer application has parsed the names that PHP gives them, and that they
 * have if this application parses it: `a.b` becomes `a_b`. Any other request is returned unchanged.
 */
export function withPhpForm(request: ServerRequestInterface): ServerRequestInterface {
  const fields = request.getParsedBody();
  if (fields === null || !FORMS.includes(mediaTypeOf(request))) return request;
  const files = request.getUploadedFiles();
  const [ofFields, ofFiles] = [phpNamed(fields), phpNamed(files)];
  const named = ofFields === fields ? request : request.withParsedBody(ofFields);
  return ofFiles === files ? named : named.withUploadedFiles(ofFiles);
}

/** Renames the members whose names PHP changes. The last of those with one name wins, as in PHP. */
function phpNamed<T extends object>(members: T): T {
  if (!Object.keys(members).some((name) => /[ .]/.test(name))) return members;
  const named = Object.create(null) as Record<string, unknown>;
  for (const [name, value] of Object.entries(members)) {
    named[name.replace(/^ +/, '').replaceAll(/[ .]/g, '_')] = value;
  }
  return named as T;
}
