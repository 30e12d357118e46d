import { createServer } from 'node:http';
import { answered } from './answered.js';

const server = createServer((_request, response) => {
  response.setHeader('Content-Type', 'text/plain').end('Hello');
});
server.listen(0, '127.0.0.1', () => {
  answered(server.address().port);
});
