import type { HttpFactoriesInterface } from '@mortise/http-message';
import { createFactories } from './factories.js';
import { MessageError } from './message-error.js';

const ELSEWHERE = 'expected the factories from @mortise/message/node for files';

/**
 * All factories of the implementation, for any runtime: messages, streams in memory and over a source, readable uploads.
 * Opening and writing files needs `@mortise/message/node`.
 */
export const factories: HttpFactoriesInterface = createFactories({
  openFile(filename) {
    throw new MessageError('STREAM_FILE_UNSUPPORTED', ELSEWHERE, filename);
  },
  moveToFile() {
    return Promise.reject(new MessageError('STREAM_FILE_UNSUPPORTED', ELSEWHERE));
  },
});

export { createMemoryStorage, type MemoryStorageOptions } from './memory-storage.js';
export { MessageError, type MessageErrorOptions } from './message-error.js';
