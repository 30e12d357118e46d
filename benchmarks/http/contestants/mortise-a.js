/** Two routes of `mortise.js` in the older style, which shows the cost of variant A over variant B. */
import { createApp } from '@mortise/compat-variant-a';
import { factories, serve } from 'mortise';
import * as contract from '../contract.js';

const app = createApp({ factories });

app.get('/', (_request, response) =>
  response.withHeader('Content-Type', contract.TEXT).write(contract.HELLO),
);
app.get('/api/library/books/{id}', (_request, response, { id }) =>
  response.withJson(contract.book(id)),
);

await serve(app, { port: contract.PORT });
