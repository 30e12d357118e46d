import { toFetchHandler } from '@mortise/fetch';
import { createApplication } from './app.ts';

export default { fetch: toFetchHandler(createApplication()) };
