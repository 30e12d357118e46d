export type { MultipartLimits } from './limits.js';
export { multipartForm } from './multipart-form.js';
export type { MultipartFormOptions } from './multipart-form-options.js';
export type { PartHeader } from './part-header.js';
export type { Part } from './part.js';
export { multipartParts, parts, type PartsOptions } from './parts.js';
