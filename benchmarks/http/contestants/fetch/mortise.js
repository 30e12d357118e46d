import process from 'node:process';
import { createApp, json, text } from '@mortise/app';
import { bodyParsing } from '@mortise/body-parsers';
import { toFetchHandler } from '@mortise/fetch';
import { factories } from '@mortise/message';
import { register } from '../../mortise-style.js';
import { serve } from './serve.js';

// As `mortise` does by itself: the runner sets `NODE_ENV`, and the others have no such checks.
const app = createApp({ factories, development: process.env.NODE_ENV !== 'production' });
app.add(bodyParsing({ factories }));
app.addErrorMiddleware(false, true, true);
register(app, { json, text });
app.post('/json', (request, response) => json(response, request.getParsedBody()));

serve(toFetchHandler(app, { factories }));
