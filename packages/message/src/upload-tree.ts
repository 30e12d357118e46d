import type { UploadedFileInterface, UploadedFileNode, UploadedFiles } from '@mortise/http-message';
import { invalid } from './message-error.js';

/** Copies a tree of uploads, frozen and with null prototypes; the uploads themselves are shared. */
export function uploadTree(files: unknown): UploadedFiles {
  if (!isMap(files)) {
    const expected = 'an object whose members are uploads, or lists or objects of uploads';
    throw invalid('UPLOADED_FILES_INVALID', 'uploaded files', expected, files);
  }
  const copy = Object.create(null) as Record<string, UploadedFileNode>;
  for (const [name, node] of Object.entries(files)) copy[name] = uploadNode(node);
  return Object.freeze(copy);
}

function uploadNode(node: unknown): UploadedFileNode {
  if (Array.isArray(node)) return Object.freeze(node.map(uploadNode));
  return isUpload(node) ? node : uploadTree(node);
}

function isUpload(node: unknown): node is UploadedFileInterface {
  const candidate = node as Partial<UploadedFileInterface> | null | undefined;
  return typeof candidate?.moveTo === 'function';
}

function isMap(node: unknown): node is object {
  if (typeof node !== 'object' || node === null) return false;
  const prototype: unknown = Object.getPrototypeOf(node);
  return prototype === null || prototype === Object.prototype;
}
