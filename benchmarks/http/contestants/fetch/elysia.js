import { Elysia } from 'elysia';
import * as contract from '../../contract.js';
import { serve } from './serve.js';

const app = new Elysia();
const text = (set, body) => {
  set.headers['content-type'] = contract.TEXT;
  return body;
};

app.get('/', ({ set }) => text(set, contract.HELLO));
app.get('/api/library/books/:id', ({ params }) => contract.book(params.id));
app.post('/json', ({ body }) => body, { parse: 'json' });
const layered = new Elysia({ name: 'layered' });
for (const [index, name] of contract.LAYERS.entries()) {
  layered.derive(async () => ({ [name]: index }));
}
layered.get('/mw', (context) => contract.sumOf((name) => context[name]));
app.use(layered);
app.onError(({ code, set }) => {
  if (code !== 'NOT_FOUND') return;
  set.status = 404;
  return text(set, contract.NOT_FOUND);
});

serve(app.fetch);
