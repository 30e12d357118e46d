import { createApp, serve } from 'mortise';
import { answered } from './answered.js';

const app = createApp();
app.get('/', (_request, response) => {
  response.getBody().write('Hello');
  return response.withHeader('Content-Type', 'text/plain');
});
const { port } = await serve(app, { port: 0 });
answered(port);
