/** How each contestant does the work of a workload. The rig compares the responses; this is for the page. */

const CONNECT = {
  responses: '`writeHead` and `end` of Node, by hand',
  json: '`body-parser`',
  form: '`body-parser` with `qs`',
  layers: '`async` functions, `next()` returned',
  stream: 'the `Readable`, piped',
  upload: 'multer (busboy), counting storage',
};
const OURS = {
  json: 'body parsing of the route',
  form: 'body parsing of the route',
  layers: '`async` functions, `withAttribute`',
  stream: 'the `Readable` as the body',
  upload: '`parts()` (busboy), chunks counted',
};

/**
 * @typedef {object} Method
 * @property {string} about what it is
 * @property {string[]} packages the npm packages that it is made of; empty for this repository
 * @property {string} responses how it writes texts and JSON: workloads a, b, c, f, g, j
 * @property {string} json how it reads the body of c; `–` if it does not run this workload
 * @property {string} form the same for d
 * @property {string} layers the middleware of e
 * @property {string} stream how it sends the stream of h
 * @property {string} upload how it reads the form of i
 */

/** @type {Record<string, Method>} */
export const methods = {
  raw: {
    about: 'plain `node:http`, routed by hand',
    packages: [],
    responses: '`writeHead` and `end` of Node, by hand',
    json: 'listeners and `JSON.parse`',
    form: 'listeners and `qs`',
    layers: '`async` functions, `next()` awaited',
    stream: 'the `Readable`, `pipeline`',
    upload: 'busboy, chunks counted',
  },
  mortise: {
    ...OURS,
    about: 'Mortise, trimmed by hand',
    packages: [],
    responses: 'a text written to the body, one header',
  },
  'mortise-readme': {
    ...OURS,
    about: 'Mortise as in its README: global body parsing, error middleware',
    packages: [],
    responses: '`text()` and `json()`',
    json: 'global body parsing',
    form: 'global body parsing',
    upload: 'global body parsing (busboy), counting storage',
  },
  'mortise-a': {
    ...OURS,
    about: 'Mortise in the older style, variant A',
    packages: [],
    responses: '`write()` and `withJson()`',
    json: '`getParsedBody()`, parsed on demand',
    form: '`getParsedBody()`, parsed on demand',
  },
  adapter: {
    ...OURS,
    about: 'server and messages of Mortise, routed by hand',
    packages: [],
    responses: 'a stream of a text, one header',
    json: '`text()` and `JSON.parse`',
    form: '–',
    layers: '`async` functions that call each other, `withAttribute`',
    upload: '–',
  },
  fastify: {
    about: 'Fastify',
    packages: ['fastify', '@fastify/formbody', '@fastify/multipart'],
    responses: '`reply.send`; b with a schema of the response',
    json: 'its parser',
    form: '`@fastify/formbody` with `qs`',
    layers: '`async` hooks `onRequest`',
    stream: 'the `Readable`, `reply.send`',
    upload: '`@fastify/multipart`, chunks counted',
  },
  hono: {
    about: 'Hono on its Node server',
    packages: ['hono', '@hono/node-server'],
    responses: '`context.text` and `context.json`',
    json: '`req.json()`',
    form: '`req.text()` and `qs`',
    layers: '`async` functions, `next()` awaited',
    stream: '`Readable.toWeb`',
    upload: '`req.parseBody()`, whole form in memory',
  },
  express: {
    ...CONNECT,
    about: 'Express, without `etag` and `x-powered-by`',
    packages: ['express', 'multer'],
    responses: '`response.send` and `response.json`',
    json: '`express.json()`',
    form: '`express.urlencoded()` with `qs`',
    layers: '`async` functions, `next()` called',
  },
  polka: {
    ...CONNECT,
    about: 'Polka',
    packages: ['polka', 'body-parser', 'multer'],
  },
  restana: {
    ...CONNECT,
    about: 'restana, without its security headers',
    packages: ['restana', 'body-parser', 'multer'],
  },
  '0http': { ...CONNECT, about: '0http', packages: ['0http', 'body-parser', 'multer'] },
};
