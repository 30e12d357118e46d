import type { UploadedFileInterface, UploadedFileNode, UploadedFiles } from '@mortise/http-message';
import { refusal } from './message-error.js';

/** Copies a tree of uploads, with null prototypes; the uploads themselves are shared. */
export function assertUploadedFiles(files: unknown): UploadedFiles {
  if (typeof files !== 'object' || files === null || Array.isArray(files)) throw noUpload(files);
  const copy = Object.create(null) as Record<string, UploadedFileNode>;
  for (const [name, node] of Object.entries(files)) copy[name] = assertNode(node);
  return copy;
}

function assertNode(node: unknown): UploadedFileNode {
  if (Array.isArray(node)) return node.map(assertNode);
  return isUpload(node) ? node : assertUploadedFiles(node);
}

/** Checks the structure, because the upload can come from any implementation. */
function isUpload(node: unknown): node is UploadedFileInterface {
  return (
    typeof node === 'object' &&
    node !== null &&
    'moveTo' in node &&
    typeof node.moveTo === 'function'
  );
}

function noUpload(value: unknown): Error {
  return refusal('UPLOADED_FILES_INVALID', 'every leaf must be an uploaded file', value);
}
