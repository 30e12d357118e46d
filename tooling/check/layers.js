/**
 * Which package may import which: the table of docs/architecture.md, read by dependency-cruiser
 * (imports in the code) and by the manifest check (dependencies in package.json).
 */
export const layers = {
  'http-message': [],
  base: ['http-message'],
  'http-syntax': ['base'],
  'form-encoding': ['base'],
  router: ['base'],
  message: ['base', 'http-message', 'http-syntax', 'form-encoding'],
  'message-plain': ['base', 'http-message', 'http-syntax', 'form-encoding'],
  'message-conformance': ['base', 'http-message'],
  'body-parsers': ['base', 'http-message', 'http-syntax', 'form-encoding'],
  'method-override': ['base', 'http-message', 'http-syntax'],
  app: ['base', 'http-message', 'http-syntax', 'form-encoding', 'router'],
  contract: ['base', 'http-message', 'router'],
  endpoint: ['base', 'http-message', 'http-syntax', 'contract', 'app'],
  client: ['base', 'contract', 'form-encoding', 'http-message', 'router'],
  openapi: ['base', 'http-message', 'router', 'app', 'contract', 'endpoint'],
  'openapi-ui': ['base', 'http-message'],
  'compat-variant-a': [
    'base',
    'http-message',
    'http-syntax',
    'form-encoding',
    'app',
    'body-parsers',
    'method-override',
  ],
  node: ['base', 'http-message', 'http-syntax'],
  fetch: ['base', 'http-message', 'http-syntax'],
  cors: ['base', 'http-message', 'http-syntax'],
  'secure-headers': ['base', 'http-message'],
  'request-log': ['base', 'http-message', 'http-syntax'],
  'log-pino': ['app', 'http-message'],
  'http-cache': ['base', 'http-message', 'http-syntax'],
  store: ['base'],
  'store-conformance': ['store'],
  'store-redis': ['base', 'store'],
  'store-postgres': ['base', 'store'],
  static: ['base', 'http-message', 'http-syntax'],
  cookies: ['base', 'http-message', 'http-syntax'],
  session: ['base', 'http-message', 'http-syntax', 'cookies', 'store'],
  compression: ['base', 'http-message', 'http-syntax'],
  sse: ['base', 'http-message'],
  mortise: ['base', 'http-message', 'message', 'app', 'node', 'body-parsers', 'method-override'],
};

/** Packages that run on every runtime and depend on nobody outside the project. */
export const core = [
  'http-message',
  'base',
  'http-syntax',
  'form-encoding',
  'router',
  'message',
  'app',
];
