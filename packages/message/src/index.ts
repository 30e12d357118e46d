import type { HttpFactoriesInterface } from '@mortise/http-message';
import { createFactories } from './factories.js';
import { MessageError } from './message-error.js';

const ELSEWHERE = 'files need the factories of @mortise/message/node';

/**
 * Every factory of the implementation, for any runtime: messages, streams in memory and over what
 * comes, uploads that can be read. Opening and writing files is the affair of
 * `@mortise/message/node`.
 */
export const factories: HttpFactoriesInterface = createFactories({
  openFile(filename) {
    throw new MessageError('STREAM_FILE_UNSUPPORTED', ELSEWHERE, filename);
  },
  moveToFile() {
    return Promise.reject(new MessageError('STREAM_FILE_UNSUPPORTED', ELSEWHERE));
  },
});

export { MessageError } from './message-error.js';
