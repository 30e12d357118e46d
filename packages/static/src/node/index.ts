export type { FallbackOptions } from './fallback.js';
export type { FileFactories } from './file-response.js';
export type { MemoryCacheOptions } from './memory-cache.js';
export { staticFiles } from './static-files.js';
export type { Precompressed, StaticOptions } from './static-options.js';
export {
  withFile,
  withFileDownload,
  type WithFileDownloadOptions,
  type WithFileOptions,
} from './with-file.js';
