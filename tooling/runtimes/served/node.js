import { createTemporaryStorage } from '@mortise/message/node';
import { serve } from '@mortise/node';
import { factories, handler } from './handler.js';
import { withUploads } from './uploads.js';

const { port } = await serve(withUploads(handler, createTemporaryStorage()), {
  factories,
  port: 0,
});
console.log(`listening on ${port}`);
