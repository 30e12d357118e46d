import { serve } from '@mortise/node';
import { factories, handler } from './handler.js';

const { port } = await serve(handler, { factories, port: 0 });
console.log(`listening on ${port}`);
