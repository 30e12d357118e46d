/**
 * The measured operations, once for each contestant: our messages, a mutable object, and
 * the request and response of the platform.
 */
import { factories } from '@mortise/message';
import { arrival } from '../lib/received.js';

const HEADERS = Array.from({ length: 25 }, (_, at) => [`X-Header-${at}`, `value ${at}`]).concat([
  ['Host', 'h.test'],
  ['X-Request-Id', 'abc'],
]);
const RAW = HEADERS.flat();
const TARGET = '/books/7?page=2&q=water';
const NAMES = Array.from({ length: 10 }, (_, at) => `attribute ${at}`);

const wire = arrival({ target: TARGET, rawHeaders: RAW });
const rawHeaders = Array.from({ length: 400 }, (_, at) => `x-${at}`);
const manyHeaders = arrival({ target: TARGET, rawHeaders });
const withAttributes = (request, count) =>
  NAMES.slice(0, count).reduce((before, name) => before.withAttribute(name, 1), request);
const withHeaders = (response, count) =>
  FIELDS.slice(0, count).reduce((before, name) => before.withHeader(name, 'value'), response);
const FIELDS = Array.from({ length: 100 }, (_, at) => `X-Header-${at}`);
const none = factories.createServerRequestFromSource(wire);
const nine = withAttributes(none, 9);
const hundred = withHeaders(factories.createResponse(), 100);

/** For each operation, by the name of the contestant, a function that does it once. */
export const operations = {
  'the first attribute': { mortise: () => none.withAttribute('attribute 0', 1) },
  'the tenth attribute': { mortise: () => nine.withAttribute('attribute 9', 1) },
  'a request from a socket': {
    mortise: () => factories.createServerRequestFromSource(wire),
    'mutable object': () => mutableRequest(),
    platform: () => platformRequest(),
  },
  'ten attributes on 27 headers': {
    mortise: () => withAttributes(factories.createServerRequestFromSource(wire), 10),
    'mutable object': () => assign(mutableRequest().attributes),
    platform: () => assign(platformRequest()),
  },
  'ten attributes on 200 headers': {
    mortise: () => withAttributes(factories.createServerRequestFromSource(manyHeaders), 10),
  },
  'a response with 2 headers': { mortise: () => withHeaders(factories.createResponse(), 2) },
  'a response with 12 headers': { mortise: () => withHeaders(factories.createResponse(), 12) },
  'a response with 100 headers': { mortise: () => withHeaders(factories.createResponse(), 100) },
  'one of 100 headers replaced': { mortise: () => hundred.withHeader('x-header-50', 'other') },
  'one header of 27 and the query': {
    mortise: () => {
      const request = factories.createServerRequestFromSource(wire);
      return request.getHeaderLine('x-request-id') + request.getQueryParams().page;
    },
    'mutable object': () => {
      const { headers, target } = mutableRequest();
      return headers['x-request-id'] + new URLSearchParams(target.split('?')[1]).get('page');
    },
    platform: () => {
      const { headers, url } = platformRequest();
      return headers.get('x-request-id') + new URL(url).searchParams.get('page');
    },
  },
  'a text response with one header': {
    mortise: () => {
      const response = factories.createResponse().withHeader('Content-Type', 'text/plain');
      response.getBody().write('Hello, world!');
      return response;
    },
    'mutable object': () => {
      const response = { status: 200, headers: {}, body: '' };
      response.headers['content-type'] = 'text/plain';
      response.body += 'Hello, world!';
      return response;
    },
    platform: () => new Response('Hello, world!', { headers: { 'content-type': 'text/plain' } }),
  },
};

/** Each operation by each contestant that has it, such as `the first attribute, mortise`. */
export const tasks = Object.fromEntries(
  Object.entries(operations).flatMap(([name, contestants]) =>
    Object.entries(contestants).map(([contestant, work]) => [`${name}, ${contestant}`, () => work]),
  ),
);

function mutableRequest() {
  const headers = {};
  for (let at = 0; at < RAW.length; at += 2) headers[RAW[at].toLowerCase()] = RAW[at + 1];
  return { method: 'GET', target: TARGET, headers, attributes: {} };
}

function platformRequest() {
  return new Request(`http://h.test${TARGET}`, { headers: HEADERS });
}

function assign(holder) {
  for (const name of NAMES) holder[name] = 1;
  return holder;
}
