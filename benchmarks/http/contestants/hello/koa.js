import Koa from 'koa';
import { answered } from './answered.js';

const app = new Koa();
app.use((context) => {
  context.body = 'Hello';
});
const server = app.listen(0, '127.0.0.1', () => {
  answered(server.address().port);
});
