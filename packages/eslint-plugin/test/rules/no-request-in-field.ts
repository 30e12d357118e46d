import { parsedWithoutTypes, untyped } from '../rule-testers.js';
import { noRequestInField } from '../../src/rules/no-request-in-field.js';

const stored = (name: string, field = `this.${name}`) => [
  { messageId: 'stored', data: { field, name } },
];

untyped.run('no-request-in-field', noRequestInField, {
  valid: [
    'class A { invoke(request) { const kept = request; } }',
    'class A { invoke(request) { this.count = count; } }',
    'class HttpError { constructor(request) { this.request = request; } }',
    'state.request = request;',
    'class Client { async get() { const res = await fetch(url); this.res = res; } }',
    'class A { invoke(request) { this.count = request.getHeader("a").length; } }',
    'class A { set(value) { this.value = value; } }',
    'class A { invoke(request) { Object.assign(state, { request }); Object.assign(this, state); } }',
    'class A { constructor(request) { Object.assign(this, { request }); } }',
    'class A { invoke(q) { const state = {}; state.request = q; } }',
    'class A { invoke(request) { this.state = { id: request.id, ...others }; this.list = [, 1]; } }',
    'function Visit(request) { this.request = request; }',
    'class A { invoke(request) { this.size = sizeIn(request); this.n = request.count(); } }',
    'class A { invoke(request) { this.user = users.getAttribute("user"); this.all = listOf(users); } }',
    'class A { invoke(request) { ({ a: this.a, ...this.b } = { request }); ({ request: this.c } = other); } }',
    'class A { constructor(request) { this.user = request.getAttribute("user"); } }',
    'it("a", () => { let seen; app.get("/", (request, response) => { seen = request; return response; }); });',
    'function handle(request) { let mine; later(() => { mine = request; }); }',
    'let last; function poll() { const request = new Request(url); last = request; }',
    'let count; app.add((request, handler) => { count = seen.length; return handler.handle(request); });',
    'app.add((request, handler) => { request = request.withAttribute("a", 1); return handler.handle(request); });',
    'app.add((request, handler) => { unknown = request; return handler.handle(request); });',
  ],
  invalid: [
    { code: 'class A { invoke(request) { this.request = request; } }', errors: stored('request') },
    {
      code: 'class A { invoke(request) { this.#current = request; } #current; }',
      errors: stored('request', 'this.#current'),
    },
    {
      code: 'class A { invoke(q, response) { this.response = response; } }',
      errors: stored('response'),
    },
    { code: 'const a = { invoke(q, r, args) { this.args = args; } };', errors: stored('args') },
    { code: 'class A { run(req) { this.req = req; } }', errors: stored('req') },
    {
      code: 'export default function (request) { this.request = request; }',
      errors: stored('request'),
    },
    {
      code: 'class A { run(psrRequest) { this.it = psrRequest; } }',
      errors: stored('psrRequest', 'this.it'),
    },
    { code: 'class A { handle(q) { this.q = q; } }', errors: stored('q') },
    { code: 'class A { process(q, next) { this.next = next; } }', errors: stored('next') },
    {
      code: 'class A { invoke(request) { const self = this; self.request = request; } }',
      errors: stored('request', 'self.request'),
    },
    {
      code: 'class A { invoke(request) { this.state.request = request; } }',
      errors: stored('request', 'this.state.request'),
    },
    {
      code: 'class A { invoke(request) { this["request"] = request; } }',
      errors: stored('request', 'this["request"]'),
    },
    {
      code: 'class A { invoke(request) { this.request ??= request; } }',
      errors: stored('request'),
    },
    {
      code: 'class A { invoke(request) { this.request = request.withAttribute("a", 1); } }',
      errors: stored('request'),
    },
    ...[
      '{ request }',
      '{ it: { request } }',
      '[null, request]',
      'ok ? request : null',
      'ok ? null : request',
      'await request',
    ].map((value) => ({
      code: `class A { async invoke(request) { this.it = ${value}; } }`,
      errors: stored('request', 'this.it'),
    })),
    { code: 'function visit(request) { this.request = request; }', errors: stored('request') },
    ...[
      'request.getAttribute("user")',
      'await request.getAttribute("user").getName()',
      'userOf(request)',
      'sessionOf(request.withAttribute("a", 1)).getId()',
      '{ path: request.getUri().getPath() }',
    ].map((value) => ({
      code: `class A { async invoke(request) { this.it = ${value}; } }`,
      errors: stored('request', 'this.it'),
    })),
    {
      code: 'class A { invoke(request, response) { ({ request: this.request, r: [this.b] } = { request, r: [response] }); } }',
      errors: [...stored('request'), ...stored('response', 'this.b')],
    },
    {
      code: 'class A { invoke(request) { ({ request: this.request = null } = { request }); } }',
      errors: stored('request'),
    },
    ...[
      'let it; app.add((request, handler) => { it = request; return handler.handle(request); });',
      'let it; app.add((request, handler) => { it ??= userOf(request); return handler.handle(request); });',
      'let it; class A { invoke(request) { if (a) { it = request.getAttribute("user"); } } }',
      'let it; function layer(request) { return () => { [it] = [request]; }; }',
      'function layer() { let it; return (request, handler) => { it = request; return handler.handle(request); }; }',
      'const layer = () => { let it; return { process(request, handler) { ({ it } = { it: request }); } }; };',
    ].map((code) => ({ code, errors: stored('request', 'it') })),
    {
      code: 'class A { invoke(request, response) { [this.a, this.b] = [request, response]; } }',
      errors: [...stored('request', 'this.a'), ...stored('response', 'this.b')],
    },
    {
      code: 'class A { invoke(request) { this.a = this.b = request; } }',
      errors: [...stored('request', 'this.a'), ...stored('request', 'this.b')],
    },
    {
      code: 'class A { invoke(request, response) { Object.assign(this, { request, it: response }); } }',
      errors: [...stored('request'), ...stored('response', 'this.it')],
    },
    {
      code: 'class A { static invoke(request) { A.request = request; } }',
      errors: stored('request', 'A.request'),
    },
    {
      code: 'class A { constructor(app) { app.get("/", (request) => { this.request = request; }); } }',
      errors: stored('request'),
    },
  ],
});

parsedWithoutTypes.run('no-request-in-field, in TypeScript', noRequestInField, {
  valid: [],
  invalid: [
    'request!',
    'request as Request',

    '(request satisfies Request)',
  ].map((value) => ({
    code: `class A { invoke(request) { this.it = ${value}; } }`,
    errors: stored('request', 'this.it'),
  })),
});
