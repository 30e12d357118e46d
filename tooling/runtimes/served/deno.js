/* global Deno */
import { toFetchHandler } from '@mortise/fetch';
import { factories, handler } from './handler.js';

Deno.serve(
  {
    hostname: '127.0.0.1',
    port: 0,
    onListen: ({ port }) => console.log(`listening on ${port}`),
  },
  toFetchHandler(handler, { factories }),
);
