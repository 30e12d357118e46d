import type { FormTreeOptions } from '@mortise/form-encoding';
import type {
  StreamFactoryInterface,
  TemporaryStorageInterface,
  UploadedFileFactoryInterface,
} from '@mortise/http-message';
import type { PartsOptions } from './parts.js';

/** How forms with files are read. */
export interface MultipartFormOptions extends PartsOptions, FormTreeOptions {
  readonly factories: Pick<StreamFactoryInterface, 'createStream'> & UploadedFileFactoryInterface;

  /** Where files go until the end of the request's lifetime. */
  readonly storage: TemporaryStorageInterface;

  /** Bytes of a file that stay in memory; a larger one goes to disk. Default 65,536. */
  readonly memoryLimit?: number;

  /** Told why a file could not be stored; the form goes on, and the file's error is 6 or 7. */
  readonly onStorageError?: (error: unknown) => void;
}
