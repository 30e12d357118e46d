import { BodyError } from '../body-error.js';
import { createScanner, type Scanner } from './busboy-scanner.js';
import type { MultipartLimits } from './limits.js';
import { PartCounter } from './part-counter.js';
import { type PartHeader, partHeader } from './part-header.js';
import { PartHeaders } from './part-headers.js';

/** Who hears of the fields and files of a form, in their order; what a member throws ends the scan. */
export interface FormListener {
  field(header: PartHeader, value: string): void;

  /** A file begins; its bytes follow. */
  file(header: PartHeader): void;

  fileBytes(bytes: Uint8Array): void;

  fileEnd(): void;
}

/**
 * Finds the fields and files of a form, within its limits.
 *
 * @param truncate leaves out parts over `maxFields` and `maxFiles`, as PHP does
 */
export function createFormScan(
  boundary: string,
  limits: Required<MultipartLimits>,
  truncate: boolean,
  listener: FormListener,
): Scanner {
  const counter = new PartCounter(limits, truncate);
  const headers = new PartHeaders(limits);
  let current: PartHeader = { name: null, filename: null, chosen: false, mediaType: null };
  return createScanner(boundary, limits.maxFieldBytes, headers, {
    part: () => {
      const header = partHeader(headers);
      if (header === null) throw BodyError.partHeader('no form-data disposition with a name');
      current = header;
      const kind = counter.kindOf(header);
      if (kind === 'file') listener.file(header);
      return kind;
    },
    field: (value, cut) => {
      if (cut) throw BodyError.partTooLarge('field', limits.maxFieldBytes);
      listener.field(current, value);
    },
    fileBytes: (bytes) => {
      listener.fileBytes(bytes);
    },
    fileEnd: () => {
      listener.fileEnd();
    },
  });
}
