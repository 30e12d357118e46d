export { multipartForm } from './form-reader.js';
export type {
  MultipartFormOptions,
  MultipartLimits,
  MultipartOptions,
  PartsOptions,
  Progress,
} from './multipart-options.js';
export type { PartInfo } from './part-info.js';
export { multipartParts, parts } from './part-iterator.js';
export type { Part } from './part-stream.js';
