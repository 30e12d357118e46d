import { bodyParser } from '@koa/bodyparser';
import multer from '@koa/multer';
import Router from '@koa/router';
import Koa from 'koa';
import * as contract from '../contract.js';

const app = new Koa();
const router = new Router();
const parser = bodyParser({ encoding: 'utf-8' });
const setters = contract.LAYERS.map((name, index) => async (context, next) => {
  context.state[name] = index;
  await next();
});
const answer = (context, type, body) => {
  context.type = type;
  context.body = body;
};

router.get('/', (context) => answer(context, contract.TEXT, contract.HELLO));
router.get('/api/library/books/:id', (context) => {
  context.body = contract.book(context.params.id);
});
for (const path of ['/json', '/form']) {
  router.post(path, parser, (context) => {
    context.body = context.request.body;
  });
}
router.get('/mw', ...setters, (context) => {
  context.body = contract.sumOf((name) => context.state[name]);
});
router.get('/headers', (context) => {
  const { page, q } = context.query;
  context.body = { id: context.get('x-request-id'), page, q };
});
router.get('/stream', (context) => answer(context, contract.BYTES, contract.streamed()));
router.get('/file', (context) => {
  context.body = contract.fileStream();
  context.set(contract.FILE_HEADERS);
});
router.post('/upload', multer({ storage: contract.countingStorage }).any(), (context) => {
  const { body, files } = context.request;
  context.body = contract.uploaded(Object.keys(body).length, files.length, files[0].size);
});
for (const route of contract.WITH_TABLE ? contract.table : []) {
  router.get(route.path, (context) =>
    answer(context, contract.TEXT, contract.tableText(route, context.params)),
  );
}
app.use(router.routes());
app.listen(contract.PORT, '127.0.0.1');
