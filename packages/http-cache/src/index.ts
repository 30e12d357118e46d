export {
  assertPrecondition,
  type CurrentState,
  type PreconditionOptions,
} from './assert-precondition.js';
export { cacheControl, type CacheType } from './cache-control.js';
export { bodyTag, etag, type EtagOptions } from './etag.js';
export { httpCache, type HttpCacheOptions } from './http-cache.js';
export { type PreconditionCode, PreconditionError } from './http-cache-error.js';
export { isNotModified } from './is-not-modified.js';
export { notModified } from '@mortise/base/message';
export {
  allowCache,
  denyCache,
  withEtag,
  withExpires,
  withLastModified,
} from './caching-headers.js';
