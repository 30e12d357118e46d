import type { HttpFactoriesInterface } from '@mortise/http-message';
import type { FileAccess } from '../capabilities.js';

/** An implementation that opens files. */
export interface FileSubject {
  readonly factories: HttpFactoriesInterface;
  readonly files: FileAccess;
}
