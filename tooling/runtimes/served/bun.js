import { toFetchHandler } from '@mortise/fetch';
import { createTemporaryStorage } from '@mortise/message/node';
import { factories, handler } from './handler.js';
import { withUploads } from './uploads.js';

const fetch = toFetchHandler(withUploads(handler, createTemporaryStorage()), { factories });
const { port } = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch });
console.log(`listening on ${port}`);
