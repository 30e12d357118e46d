import polka from 'polka';
import { answered } from './answered.js';

const app = polka();
app.get('/', (_request, response) => {
  response.setHeader('Content-Type', 'text/plain');
  response.end('Hello');
});
app.listen(0, '127.0.0.1', () => {
  answered(app.server.address().port);
});
