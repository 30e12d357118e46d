import { toFetchHandler } from '@mortise/fetch';
import { createTemporaryStorage } from '@mortise/message/node';
import { factories, handler } from './handler.js';
import { withUploads } from './uploads.js';

Deno.serve(
  {
    hostname: '127.0.0.1',
    port: 0,
    onListen: ({ port }) => console.log(`listening on ${port}`),
  },
  toFetchHandler(withUploads(handler, createTemporaryStorage()), { factories }),
);
