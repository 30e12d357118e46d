import process from 'node:process';
import { createApp, json, text } from '@mortise/app';
import { bodyParsing } from '@mortise/body-parsers';
import { toFetchHandler } from '@mortise/fetch';
import { factories } from '@mortise/message';
import * as contract from '../../contract.js';
import { serve } from './serve.js';

// As `mortise` does by itself: the runner sets `NODE_ENV`, and the others have no such checks.
const app = createApp({ factories, development: process.env.NODE_ENV !== 'production' });
app.add(bodyParsing({ factories }));
app.addErrorMiddleware(false, true, true);
app.notFound((_request, response) => text(response, contract.NOT_FOUND));

app.get('/', (_request, response) => text(response, contract.HELLO));
app.get('/api/library/books/{id}', (_request, response, { id }) =>
  json(response, contract.book(id)),
);
app.post('/json', (request, response) => json(response, request.getParsedBody()));
const layered = app.get('/mw', (request, response) =>
  json(
    response,
    contract.sumOf((name) => request.getAttribute(name)),
  ),
);
for (const [index, name] of contract.LAYERS.entries()) {
  layered.add(async (request, handler) => handler.handle(request.withAttribute(name, index)));
}

serve(toFetchHandler(app, { factories }));
