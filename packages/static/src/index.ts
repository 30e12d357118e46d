export { contentDisposition } from './content-disposition.js';
export { contentTypeOf } from './content-type.js';
export { FileError, type FileErrorCode } from './file-error.js';
export { filePath, type FilePathRules } from './file-path.js';
export { type ByteRange, parseRange } from './parse-range.js';
