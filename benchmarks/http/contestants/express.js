import express from 'express';
import multer from 'multer';
import * as contract from '../contract.js';

const app = express();
app.disable('etag');
app.disable('x-powered-by');
const setters = contract.LAYERS.map((name, index) => async (request, _response, next) => {
  request[name] = index;
  next();
});
const echo = (request, response) => {
  response.json(request.body);
};

app.get('/', (_request, response) => {
  response.type(contract.TEXT).send(contract.HELLO);
});
app.get('/api/library/books/:id', (request, response) => {
  response.json(contract.book(request.params.id));
});
app.post('/json', express.json(), echo);
app.post('/form', express.urlencoded({ extended: true }), echo);
app.get('/mw', ...setters, (request, response) => {
  response.json(contract.sumOf((name) => request[name]));
});
app.get('/headers', (request, response) => {
  const { page, q } = request.query;
  response.json({ id: request.get('x-request-id'), page, q });
});
app.get('/stream', (_request, response) => {
  response.type(contract.BYTES);
  contract.streamed().pipe(response);
});
app.post('/upload', multer({ storage: contract.countingStorage }).any(), (request, response) => {
  const { body, files } = request;
  response.json(contract.uploaded(Object.keys(body).length, files.length, files[0].size));
});
for (const route of contract.WITH_TABLE ? contract.table : []) {
  app.get(route.path, (request, response) => {
    response.type(contract.TEXT).send(contract.tableText(route, request.params));
  });
}
app.use((_request, response) => {
  response.status(404).type(contract.TEXT).send(contract.NOT_FOUND);
});
app.listen(contract.PORT, '127.0.0.1');
