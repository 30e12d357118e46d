import type { HttpFactoriesInterface } from '@mortise/http-message';
import { createFactories } from './factories.js';
import { MessageError } from './message-error.js';

const ELSEWHERE = 'expected the factories from @mortise/message/node for files';

/**
 * All factories of this implementation, for any runtime: messages, streams in memory or over a source, and uploads that
 * can be read. To open and write files, use the factories from `@mortise/message/node`; these fail with
 * `STREAM_FILE_UNSUPPORTED`.
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
