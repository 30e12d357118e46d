import type { HttpFactoriesInterface } from '@mortise/http-message';
import { createFactories } from '../factories.js';
import { FileStream } from './file-stream.js';
import { moveFile } from './move-file.js';
import { openFile } from './open-file.js';

export { createTemporaryStorage, type TemporaryStorageOptions } from './temporary-storage.js';

/** All factories of this implementation for Node, including those for files. */
export const factories: HttpFactoriesInterface = createFactories({
  open: (path, mode) => new FileStream(openFile(path), mode),
  move: moveFile,
});
