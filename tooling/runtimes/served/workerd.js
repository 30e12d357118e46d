import { toFetchHandler } from '@mortise/fetch';
import { factories, handler } from './handler.js';

export default { fetch: toFetchHandler(handler, { factories }) };
