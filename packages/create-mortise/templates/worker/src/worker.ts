import { toFetchHandler } from '@mortise/fetch';
import { factories } from '@mortise/message';
import { createApplication } from './app.ts';

export default { fetch: toFetchHandler(createApplication(), { factories }) };
