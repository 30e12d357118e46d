/** Plain `node:http2`, written by hand with its streams: the reference, 1.00. */
import { createServer } from 'node:http2';
import * as contract from '../../contract.js';

const server = createServer();
server.on('stream', (stream, { ':method': method, ':path': path }) => {
  const send = (type, text, status = 200) => {
    const length = Buffer.byteLength(text);
    stream.respond({ ':status': status, 'content-type': type, 'content-length': length });
    stream.end(text);
  };
  if (method === 'GET' && path === '/') send(contract.TEXT, contract.HELLO);
  else if (method === 'POST' && path === '/json') {
    const chunks = [];
    stream.on('data', (chunk) => chunks.push(chunk));
    stream.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString());
      send(contract.JSON_TYPE, JSON.stringify(body));
    });
  } else send(contract.TEXT, contract.NOT_FOUND, 404);
});
server.listen(contract.PORT, '127.0.0.1');
