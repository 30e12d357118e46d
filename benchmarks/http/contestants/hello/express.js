import express from 'express';
import { answered } from './answered.js';

const app = express();
app.get('/', (_request, response) => {
  response.type('text/plain').send('Hello');
});
const server = app.listen(0, '127.0.0.1', () => {
  answered(server.address().port);
});
