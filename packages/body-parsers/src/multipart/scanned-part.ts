import type { FileContent } from './file-content.js';
import type { MultipartLimits } from './limits.js';
import type { PartHeader } from './part-header.js';

/** One part as it is found. */
export interface ScannedPart {
  readonly header: PartHeader;
  /** The value of a field; of a file the bytes to come, to be read once. */
  readonly content: string | FileContent;
}

/** How a form is scanned. */
export interface ScanOptions {
  readonly limits: Required<MultipartLimits>;
  /** Leaves out the parts over `maxFields` and `maxFiles`, as PHP does, instead of refusing the form. */
  readonly truncate: boolean;
  /** Called for each piece of the body with the bytes that came so far. */
  readonly onProgress: ((received: number) => void) | null;
}
