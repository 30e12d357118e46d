/**
 * Mortise as in its README: body parsing and error middleware around all routes, and the helpers for
 * responses. `mortise.js` has the same routes by hand.
 */
import { createApp, factories, json, serve, text } from 'mortise';
import * as contract from '../contract.js';
import { register } from '../mortise-style.js';

const multipart = {
  maxBytes: 2 ** 30,
  maxFileBytes: 2 ** 30,
  storage: contract.countingWriters(factories),
};
const app = createApp({ body: { multipart } });
app.addBodyParsingMiddleware();
app.addErrorMiddleware(false, true, true);
register(app, { json, text });
for (const path of ['/json', '/form']) {
  app.post(path, (request, response) => json(response, request.getParsedBody()));
}
app.post('/upload', (request, response) => {
  const { length } = Object.keys(request.getParsedBody());
  const files = Object.values(request.getUploadedFiles());
  const bytes = files.reduce((sum, file) => sum + file.getSize(), 0);
  return json(response, contract.uploaded(length, files.length, bytes));
});

export const server = await serve(app, { port: contract.PORT, http2: contract.HTTP2 });
