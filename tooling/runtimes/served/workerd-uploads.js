import { toFetchHandler } from '@mortise/fetch';
import { createMemoryStorage } from '@mortise/message';
import { factories, handler } from './handler.js';
import { withUploads } from './uploads.js';

const application = withUploads(handler, createMemoryStorage());
export default { fetch: toFetchHandler(application, { factories }) };
