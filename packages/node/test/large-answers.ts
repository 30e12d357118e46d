/** A server of large responses in a process of its own. Prints its port. */
import { factories } from '@mortise/message';
import { serve } from '../src/index.js';

const SIZE = 250 * 1024;

const server = await serve(
  {
    handle: (request) => {
      // A text of its own for each response: one that all share would take no memory.
      const text = () => Buffer.alloc(SIZE, 'x').toString('latin1');
      const body = request.getRequestTarget() === '/small' ? 'small' : text();
      return factories.createResponse().withBody(factories.createStream(body));
    },
  },
  { factories, port: 0 },
);
console.log(server.port);
