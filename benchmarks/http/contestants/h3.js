import { Readable } from 'node:stream';
import { getQuery, H3, serve } from 'h3';
import qs from 'qs';
import * as contract from '../contract.js';

const app = new H3();
const setters = contract.LAYERS.map((name, index) => async (event, next) => {
  event.context[name] = index;
  return next();
});
const text = (event, body, status = 200) => {
  event.res.status = status;
  event.res.headers.set('content-type', contract.TEXT);
  return body;
};

app.get('/', (event) => text(event, contract.HELLO));
app.get('/api/library/books/:id', (event) => contract.book(event.context.params.id));
app.post('/json', (event) => event.req.json());
app.post('/form', async (event) => qs.parse(await event.req.text()));
app.get('/mw', (event) => contract.sumOf((name) => event.context[name]), { middleware: setters });
app.get('/headers', (event) => {
  const { page, q } = getQuery(event);
  return { id: event.req.headers.get('x-request-id'), page, q };
});
app.get('/stream', (event) => {
  event.res.headers.set('content-type', contract.BYTES);
  return Readable.toWeb(contract.streamed());
});
app.get('/file', (event) => {
  for (const [name, value] of Object.entries(contract.FILE_HEADERS)) {
    event.res.headers.set(name, value);
  }
  return Readable.toWeb(contract.fileStream());
});
app.post('/upload', async (event) => {
  const values = [...(await event.req.formData()).values()];
  const files = values.filter((value) => typeof value !== 'string');
  const bytes = files.reduce((sum, file) => sum + file.size, 0);
  return contract.uploaded(values.length - files.length, files.length, bytes);
});
for (const route of contract.WITH_TABLE ? contract.table : []) {
  app.get(route.path, (event) => text(event, contract.tableText(route, event.context.params)));
}
app.all('/**', (event) => text(event, contract.NOT_FOUND, 404));
serve(app, { port: contract.PORT, hostname: '127.0.0.1', silent: true });
