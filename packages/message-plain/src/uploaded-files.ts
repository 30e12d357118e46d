import type { UploadedFileInterface, UploadedFiles } from '@mortise/http-message';
import { refusal } from './message-error.js';
import { nullPrototypeCopy } from './null-prototype-copy.js';

/** A copy of the first level, when every leaf is an upload (by structure: of any implementation). */
export function assertUploadedFiles(files: unknown): UploadedFiles {
  if (isMap(files) && Object.values(files).every(isNode)) return nullPrototypeCopy(files);
  throw refusal('UPLOADED_FILES_INVALID', 'every leaf must be an uploaded file', files);
}

function isNode(node: unknown): boolean {
  if (Array.isArray(node)) return node.every(isNode);
  return isUpload(node) || (isMap(node) && Object.values(node).every(isNode));
}

function isUpload(node: unknown): node is UploadedFileInterface {
  return (
    typeof node === 'object' &&
    node !== null &&
    'getStream' in node &&
    typeof node.getStream === 'function' &&
    'moveTo' in node &&
    typeof node.moveTo === 'function'
  );
}

function isMap(node: unknown): node is UploadedFiles {
  if (typeof node !== 'object' || node === null) return false;
  const prototype: unknown = Object.getPrototypeOf(node);
  return prototype === null || prototype === Object.prototype;
}
