/** As in the README, with `http2: true`. */
import { createApp, json, serve, text } from 'mortise';
import * as contract from '../../contract.js';

const app = createApp();
app.addBodyParsingMiddleware();
app.get('/', (_request, response) => text(response, contract.HELLO));
app.post('/json', (request, response) => json(response, request.getParsedBody()));
await serve(app, { port: contract.PORT, http2: true });
