import { factoriesWith } from '@mortise/base/message';
import { boolean, choice, methods, observer, optional, options, or } from '@mortise/base/options';
import type { FormTreeOptions } from '@mortise/form-encoding';
import type {
  StreamFactoryInterface,
  TemporaryStorageInterface,
  UploadedFileFactoryInterface,
} from '@mortise/http-message';
import { bytes, limit } from '../rules.js';

/** Limits of a multipart form. `Infinity` disables a limit; 0 means 0. */
export interface MultipartLimits {
  /** The maximum size of the whole body in bytes. Default 32 MiB. */
  readonly maxBytes?: number | undefined;
  /** The maximum size of a file in bytes. Default 10 MiB. */
  readonly maxFileBytes?: number | undefined;
  /** The maximum size of a field's value in bytes. Default 1 MiB. */
  readonly maxFieldBytes?: number | undefined;
  /** The maximum length of a name in bytes of UTF-8. Default 256. */
  readonly maxNameBytes?: number | undefined;
  /** The maximum number of files, not counting empty file inputs. Default 20. */
  readonly maxFiles?: number | undefined;
  /** The maximum number of fields that are not files. Default 1,000. */
  readonly maxFields?: number | undefined;
  /** The maximum number of files and fields together. Default 1,020. */
  readonly maxParts?: number | undefined;
  /** The maximum size of a part's headers in bytes, including line ends. Default 8 KiB. */
  readonly maxHeaderBytes?: number | undefined;
  /** The maximum number of headers of a part. Default 32. */
  readonly maxHeaders?: number | undefined;
}

/**
 * Called for each chunk of a form's body.
 *
 * @param received the number of bytes received so far
 * @param total the size of the whole body in bytes; `null` if unknown
 */
export type Progress = (received: number, total: number | null) => void;

/** Options of `parts` and `multipartParts`. */
export interface PartsOptions extends MultipartLimits {
  /** Called for each chunk of the body. Default: none. */
  readonly onProgress?: Progress | undefined;
}

/** Options for reading a multipart form into a request's parsed body and uploaded files. */
export interface MultipartOptions extends PartsOptions, FormTreeOptions {
  /** Stores files until the request's lifetime ends. Default: the application's storage. */
  readonly storage?: TemporaryStorageInterface | undefined;

  /** The maximum size in bytes of a file that is kept in memory; larger files go to the storage. Default 65,536. */
  readonly memoryLimit?: number | undefined;

  /** Called if a file cannot be stored. The file gets error 6 or 7, and the rest of the form is read. Default: none. */
  readonly onStorageError?: ((error: unknown) => void) | undefined;
}

/** Options of `multipartForm`. */
export interface MultipartFormOptions extends MultipartOptions {
  /** Creates the uploaded files and their streams. Default: the request's factories. */
  readonly factories?:
    | (Pick<StreamFactoryInterface, 'createStream'> & UploadedFileFactoryInterface)
    | undefined;
  /** Stores files until the request's lifetime ends. */
  readonly storage: TemporaryStorageInterface;
}

const MEBIBYTE = 1_048_576;

const partsRules = {
  maxBytes: or(bytes, 32 * MEBIBYTE),
  maxFileBytes: or(bytes, 10 * MEBIBYTE),
  maxFieldBytes: or(bytes, MEBIBYTE),
  maxNameBytes: or(bytes, 256),
  maxFiles: or(limit, 20),
  maxFields: or(limit, 1000),
  maxParts: or(limit, 1020),
  maxHeaderBytes: or(bytes, 8192),
  maxHeaders: or(limit, 32),
  onProgress: observer,
};

/** The rules of `FormTreeOptions`; `@mortise/form-encoding` has the defaults. */
export const treeRules = {
  maxDepth: optional(limit),
  onLimit: optional(choice('refuse', 'truncate')),
  phpNames: optional(boolean),
};

/** The options of `parts` and `multipartParts`. */
export const declaredParts = options<PartsOptions>()('multipartParts', partsRules);

/** The options of `multipartForm`. */
export const declaredForm = options<MultipartFormOptions>()('multipartForm', {
  ...partsRules,
  ...treeRules,
  storage: methods('a storage, such as createTemporaryStorage()', 'createWriter'),
  memoryLimit: or(bytes, 65_536),
  onStorageError: observer,
  factories: factoriesWith('createStream', 'createUploadedFile'),
});
