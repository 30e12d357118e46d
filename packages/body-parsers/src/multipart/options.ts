import { checkNames } from '@mortise/base';
import type { FormTreeOptions } from '@mortise/form-encoding';
import type {
  StreamFactoryInterface,
  TemporaryStorageInterface,
  UploadedFileFactoryInterface,
} from '@mortise/http-message';

/** Limits of a multipart form. Each has a default; `Infinity` switches one off, 0 means 0. */
export interface MultipartLimits {
  /** Bytes of the whole body. Default 32 MiB. */
  readonly maxBytes?: number;
  /** Bytes of one file. Default 10 MiB. */
  readonly maxFileBytes?: number;
  /** Bytes of the value of one field. Default 1 MiB. */
  readonly maxFieldBytes?: number;
  /** Bytes of a name, in UTF-8. Default 256. */
  readonly maxNameBytes?: number;
  /** Files, without file inputs that were left empty. Default 20. */
  readonly maxFiles?: number;
  /** Fields that are not files. Default 1,000. */
  readonly maxFields?: number;
  /** Files and fields together. Default 1,020. */
  readonly maxParts?: number;
  /** Bytes of the headers of one part, including their line ends. Default 8 KiB. */
  readonly maxHeaderBytes?: number;
  /** Headers of one part. Default 32. */
  readonly maxHeaders?: number;
}

/**
 * Called for each chunk of a form.
 *
 * @param received bytes of the body up to now
 * @param total bytes of the whole body; `null` if unknown
 */
export type Progress = (received: number, total: number | null) => void;

/** Options of `parts` and `multipartParts`. */
export interface PartsOptions extends MultipartLimits {
  /** Called for each chunk of the body. */
  readonly onProgress?: Progress;
}

/** How a form with files is read into the parsed body and the uploaded files of a request. */
export interface MultipartOptions extends PartsOptions, FormTreeOptions {
  /** Where files are kept until the request's lifetime ends. */
  readonly storage?: TemporaryStorageInterface;

  /** Bytes of a file that are kept in memory; a larger file goes to the storage. Default 65,536. */
  readonly memoryLimit?: number;

  /** Called if a file cannot be stored. The rest of the form is read; the file has error 6 or 7. */
  readonly onStorageError?: (error: unknown) => void;
}

/** {@link MultipartOptions} with everything that `multipartForm` requires. */
export interface MultipartFormOptions extends MultipartOptions {
  /** Creates the uploaded files. Default: the factories that come with the request. */
  readonly factories?: Pick<StreamFactoryInterface, 'createStream'> & UploadedFileFactoryInterface;
  readonly storage: TemporaryStorageInterface;
}

const MEBIBYTE = 1_048_576;

const DEFAULTS: Record<keyof MultipartLimits, number> = {
  maxBytes: 32 * MEBIBYTE,
  maxFileBytes: 10 * MEBIBYTE,
  maxFieldBytes: MEBIBYTE,
  maxNameBytes: 256,
  maxFiles: 20,
  maxFields: 1000,
  maxParts: 1020,
  maxHeaderBytes: 8192,
  maxHeaders: 32,
};

const OPTIONS: Readonly<Record<keyof MultipartFormOptions, unknown>> = {
  ...DEFAULTS,
  onProgress: 1,
  storage: 1,
  memoryLimit: 1,
  onStorageError: 1,
  maxDepth: 1,
  onLimit: 1,
  phpNames: 1,
  factories: 1,
};

/**
 * @param path of the options, for messages
 * @throws {TypeError} for an unknown name
 */
export function checkMultipartNames(options: PartsOptions, path = 'multipart.'): void {
  checkNames(options, OPTIONS, (message) => new TypeError(message), path);
}

/** The limits, with defaults for those that are not set; 0 for a value that is not a number of at least 0. */
export function multipartLimits(given: MultipartLimits): Required<MultipartLimits> {
  const limits = { ...DEFAULTS };
  for (const name of Object.keys(limits) as (keyof MultipartLimits)[]) {
    // NaN or text becomes NaN, then 0.
    limits[name] = Math.max(given[name] ?? limits[name], 0) || 0;
  }
  return limits;
}
