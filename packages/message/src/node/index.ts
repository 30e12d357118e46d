import type { HttpFactoriesInterface } from '@mortise/http-message';
import { createFactories } from '../factories.js';
import { moveToFile } from './move-to-file.js';
import { openForReading } from './open-for-reading.js';

/** All factories of this implementation, for Node: like those from `@mortise/message`, but with files. */
export const factories: HttpFactoriesInterface = createFactories({
  openFile: openForReading,
  moveToFile,
});

export { MessageError, type MessageErrorOptions } from '../message-error.js';
export { createTemporaryStorage, type TemporaryStorageOptions } from './temporary-storage.js';
