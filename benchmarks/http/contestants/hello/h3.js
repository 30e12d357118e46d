import { H3, serve } from 'h3';
import { answered } from './answered.js';

const app = new H3();
app.get('/', () => 'Hello');
const server = serve(app, { port: 0, hostname: '127.0.0.1', silent: true });
await server.ready();
answered(new URL(server.url).port);
