import type { UploadedFileInterface, UploadedFileNode, UploadedFiles } from '@mortise/http-message';
import { MessageError } from './message-error.js';

/** A copy of a tree of uploads, frozen and with null prototypes; the uploads themselves are shared. */
export function uploadTree(files: UploadedFiles): UploadedFiles {
  if (typeof files !== 'object' || Array.isArray(files)) throw refused(files);
  const copy = Object.create(null) as Record<string, UploadedFileNode>;
  for (const [name, node] of Object.entries(files)) copy[name] = uploadNode(node);
  return Object.freeze(copy);
}

function uploadNode(node: unknown): UploadedFileNode {
  if (Array.isArray(node)) return Object.freeze(node.map(uploadNode));
  if (typeof node !== 'object' || node === null) throw refused(node);
  return isUpload(node) ? node : uploadTree(node as UploadedFiles);
}

function isUpload(node: object): node is UploadedFileInterface {
  return 'moveTo' in node && typeof node.moveTo === 'function';
}

function refused(value: unknown): MessageError {
  const rule = 'uploaded files are a map of uploads, of lists and of maps of them';
  return new MessageError('UPLOADED_FILES_INVALID', rule, value);
}
