import { parts } from '@mortise/body-parsers/multipart';
import { bodyParsing, createApp, factories, serve } from 'mortise';
import * as contract from '../contract.js';
import { register } from '../mortise-style.js';

const app = createApp();
const parsing = bodyParsing({ factories });
const answer = (response, type, body) => {
  response.getBody().write(body);
  return response.withHeader('Content-Type', type);
};
const text = (response, body) => answer(response, contract.TEXT, body);
const json = (response, value) => answer(response, contract.JSON_TYPE, JSON.stringify(value));
const echo = (request, response) => json(response, request.getParsedBody());

app.addErrorMiddleware(false, false, false);
register(app, { json, text });
app.post('/json', echo).add(parsing);
app.post('/form', echo).add(parsing);
app.post('/upload', async (request, response) => {
  let fields = 0;
  let files = 0;
  let bytes = 0;
  for await (const part of parts(request, { maxFileBytes: 2 ** 30 })) {
    if (part.filename === null) fields++;
    else {
      files++;
      for await (const chunk of part) bytes += chunk.length;
    }
  }
  return json(response, contract.uploaded(fields, files, bytes));
});

await serve(app, { port: contract.PORT });
