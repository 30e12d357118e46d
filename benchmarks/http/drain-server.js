/** Reads each body in chunks, and responds with its length: a contestant of scale.js, by `CONTESTANT`. */
import { createServer } from 'node:http';
import { createApp, serve, text } from 'mortise';

const port = Number(process.env.PORT);

async function lengthOf(chunks) {
  let length = 0;
  for await (const chunk of chunks) length += chunk.length;
  return String(length);
}

if (process.env.CONTESTANT === 'raw') {
  createServer((request, response) => {
    lengthOf(request).then(
      (length) => {
        response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' }).end(length);
      },
      () => response.destroy(), // the load has ended
    );
  }).listen(port, '127.0.0.1');
} else {
  const app = createApp();
  const length = async (request, response) => text(response, await lengthOf(request.getBody()));
  app.post('/', length, { body: false });
  app.get('/', (_request, response) => text(response, 'ready'));
  await serve(app, { port });
}
