/** Plain `node:http`, written by hand: the reference, 1.00. */
import { createServer } from 'node:http';
import { pipeline } from 'node:stream';
import busboy from 'busboy';
import qs from 'qs';
import * as contract from '../contract.js';

const { send, sendJson, TEXT } = contract;
const layers = contract.LAYERS.map((name, index) => async (request, _response, next) => {
  request[name] = index;
  await next();
});
layers.push(async (request, response) => {
  sendJson(
    response,
    contract.sumOf((name) => request[name]),
  );
});
const table = tableByResource();

createServer((request, response) => {
  const { url } = request;
  const mark = url.indexOf('?');
  const path = mark === -1 ? url : url.slice(0, mark);
  const answered =
    request.method === 'GET'
      ? get(request, response, path, url.slice(mark + 1))
      : request.method === 'POST' && post(request, response, path);
  if (answered === false) send(response, TEXT, contract.NOT_FOUND, 404);
}).listen(contract.PORT, '127.0.0.1');

function get(request, response, path, query) {
  if (path === '/') return send(response, TEXT, contract.HELLO);
  if (path.startsWith('/api/library/books/')) {
    return sendJson(response, contract.book(decodeURIComponent(path.slice(19))));
  }
  if (path === '/mw') return run(request, response, 0);
  if (path === '/headers') {
    const params = new URLSearchParams(query);
    const id = request.headers['x-request-id'];
    return sendJson(response, { id, page: params.get('page'), q: params.get('q') });
  }
  if (path === '/stream') {
    response.writeHead(200, { 'content-type': contract.BYTES });
    return pipeline(contract.streamed(), response, () => {});
  }
  return contract.WITH_TABLE && path.startsWith('/api/v1/') && fromTable(response, path);
}

function post(request, response, path) {
  if (path === '/json') {
    return readBody(request, (body) => sendJson(response, JSON.parse(body)));
  }
  if (path === '/form') return readBody(request, (body) => sendJson(response, qs.parse(body)));
  return path === '/upload' && upload(request, response);
}

function run(request, response, at) {
  return layers[at](request, response, () => run(request, response, at + 1));
}

function readBody(request, done) {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    done((chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)).toString());
  });
}

function upload(request, response) {
  let fields = 0;
  let files = 0;
  let bytes = 0;
  const parser = busboy({ headers: request.headers });
  parser.on('field', () => fields++);
  parser.on('file', (_name, stream) => {
    files++;
    stream.on('data', (chunk) => {
      bytes += chunk.length;
    });
  });
  parser.on('close', () => sendJson(response, contract.uploaded(fields, files, bytes)));
  request.pipe(parser);
}

/** The shape of the rest of a path, by resource: equivalent to a hand-written switch. */
function tableByResource() {
  const byResource = new Map();
  for (const route of contract.WITH_TABLE ? contract.table : []) {
    const [, , , resource, ...rest] = route.path.split('/');
    if (!byResource.has(resource)) byResource.set(resource, new Map());
    const shape = rest.map((segment) => (segment.startsWith(':') ? ':' : segment)).join('/');
    byResource.get(resource).set(shape, route);
  }
  return byResource;
}

function fromTable(response, path) {
  const [, , , resource, a, b, c, , d] = path.split('/');
  const shapes = table.get(resource);
  let route = shapes?.get([a, b].filter(Boolean).join('/'));
  let values = [];
  if (route === undefined) {
    if (d !== undefined) [route, values] = [shapes?.get(':/items/:/tags/:'), [a, c, d]];
    else if (c !== undefined) [route, values] = [shapes?.get(':/items/:'), [a, c]];
    else if (b !== undefined) [route, values] = [shapes?.get(`:/${b}`), [a]];
    else [route, values] = [shapes?.get(':'), [a]];
  }
  if (route === undefined) return false;
  const args = {};
  route.names.forEach((name, index) => {
    args[name] = decodeURIComponent(values[index]);
  });
  return send(response, TEXT, contract.tableText(route, args));
}
