/** A process behind a proxy: a JSON object by its id, for processes.js and proxy.js. */
import { createApp, json, serve, text } from 'mortise';

const app = createApp();
app.get('/', (_request, response) => text(response, ''));
app.get('/books/{id}', (_request, response, { id }) => json(response, { id, title: 'Emma' }));
app.post('/books', (_request, response) => json(response, { id: '8' }, 201), { body: false });
await serve(app, { port: Number(process.env.PORT), trustProxy: ['127.0.0.1'] });
