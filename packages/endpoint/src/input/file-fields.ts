import { REPEATED_NAMES } from '@mortise/base/keys';
import { isUploadedFile } from '@mortise/base/message';
import type { FileRule, SchemaIssue, SchemaResult } from '@mortise/contract';
import type {
  ServerRequestInterface,
  UploadedFileInterface,
  UploadedFileNode,
  UploadedFiles,
} from '@mortise/http-message';
import { parseMediaType } from '@mortise/http-syntax';
import { EndpointBodyError } from '../endpoint-body-error.js';
import { EndpointError } from '../endpoint-error.js';
import { withRepeated } from './with-repeated.js';

/** PHP's upload error for a partially uploaded file. 1 and 2: the file exceeds the server's or the form's limit. */
const PARTIAL = 3;
/** PHP's upload error for a field without a chosen file. Higher errors: the server could not store the file. */
const NO_FILE = 4;

/**
 * Checks the uploaded files of a request against the rules of their fields: all files that were sent, including those with
 * the same field name, of which PHP keeps the last. Files in other fields are ignored.
 *
 * @throws {EndpointBodyError} `UPLOAD_TOO_LARGE` if a file exceeds the server's limit
 * @throws {EndpointError} `UPLOAD_FAILED` if the server could not store a file
 */
export function checkFiles(
  rules: readonly (readonly [string, FileRule])[],
  request: ServerRequestInterface,
): SchemaResult<Record<string, unknown>> {
  const repeated = request.getLifetime().getValue(REPEATED_NAMES)?.files() ?? [];
  const uploaded = withRepeated(request.getUploadedFiles(), repeated, () => true)
    .data as UploadedFiles;
  const value: Record<string, unknown> = {};
  const issues: SchemaIssue[] = [];
  for (const [name, rule] of rules) {
    const chosen = chosenFiles(name, uploaded[name]);
    const isOne = rule.kind === 'file';
    const message = countFault(rule, chosen.length);
    if (message !== null) issues.push({ path: [name], message });
    else {
      for (const [index, file] of chosen.entries()) {
        const path = isOne ? [name] : [name, index];
        issues.push(...faultsOf(rule, file).map((fault) => ({ path, message: fault })));
      }
    }
    value[name] = isOne ? chosen[0] : chosen;
  }
  return issues.length > 0 ? { issues } : { value };
}

/** Returns the files chosen for a field, including nested names. */
function chosenFiles(name: string, node: UploadedFileNode | undefined): UploadedFileInterface[] {
  if (node === undefined) return [];
  if (!isUploadedFile(node)) return Object.values(node).flatMap((each) => chosenFiles(name, each));
  const error = node.getError();
  if (error === 0 || error === PARTIAL) return [node];
  if (error === NO_FILE) return [];
  if (error < PARTIAL) throw EndpointBodyError.uploadTooLarge(name);
  throw EndpointError.uploadFailed(name, error);
}

/** @returns what is wrong with the number of files; `null` if it is valid */
function countFault({ kind, optional, max }: FileRule, count: number): string | null {
  if (count === 0) return optional ? null : 'The file is missing.';
  const most = kind === 'file' ? 1 : (max ?? Number.POSITIVE_INFINITY);
  return count > most ? `too many files: received ${count}; expected at most ${most}` : null;
}

/** @returns everything that is wrong with a file */
function faultsOf({ maxBytes, types }: FileRule, file: UploadedFileInterface): readonly string[] {
  if (file.getError() === PARTIAL) return ['incomplete file: only part of it arrived'];
  const faults: string[] = [];
  const size = file.getSize();
  if (maxBytes !== null && size !== null && size > maxBytes) {
    faults.push(`file too large: received ${size} bytes; expected at most ${maxBytes}`);
  }
  const type = parseMediaType(file.getClientMediaType() ?? '')?.essence ?? '';
  const fits = (each: string): boolean =>
    each.endsWith('/*') ? type.startsWith(each.slice(0, -1)) : type === each;
  if (types?.some(fits) === false) {
    faults.push(`unsupported file type: expected ${types.join(' or ')}`);
  }
  return faults;
}
