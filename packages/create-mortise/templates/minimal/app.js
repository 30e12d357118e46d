import { createApp, installSignalHandlers, json, serve, text } from 'mortise';

const app = createApp();

app.get('/', (_request, response) => text(response, 'Hello'));
app.get('/hello/{name}', (_request, response, { name }) => json(response, { hello: name }));

const server = await serve(app, { host: process.env.HOST ?? '127.0.0.1' });
installSignalHandlers(server);
console.log(`listening on ${server.url}`);
