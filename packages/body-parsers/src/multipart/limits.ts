/** How much of a multipart form is taken. Each is on by default; `Infinity` switches one off, 0 means 0. */
export interface MultipartLimits {
  /** Bytes of the whole body. Default 32 MiB. */
  readonly maxBytes?: number;
  /** Bytes of one file. Default 10 MiB. */
  readonly maxFileBytes?: number;
  /** Bytes of the value of one field. Default 1 MiB. */
  readonly maxFieldBytes?: number;
  /** Bytes of a name, in UTF-8. Default 256. */
  readonly maxNameBytes?: number;
  /** Files; those that nobody chose (an empty file name) do not count. Default 20. */
  readonly maxFiles?: number;
  /** Fields that are no files. Default 1,000. */
  readonly maxFields?: number;
  /** Files and fields together. Default 1,020. */
  readonly maxParts?: number;
  /** Bytes of the headers of one part, with their line ends. Default 8 KiB. */
  readonly maxHeaderBytes?: number;
  /** Headers of one part. Default 32. */
  readonly maxHeaders?: number;
}

const MEBIBYTE = 1_048_576;

const DEFAULTS: Required<MultipartLimits> = {
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

/** The limits with their defaults. */
export function multipartLimits(limits: MultipartLimits): Required<MultipartLimits> {
  return { ...DEFAULTS, ...limits };
}
