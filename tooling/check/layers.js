/**
 * Which package may import which: the table of docs/architecture.md, read by dependency-cruiser
 * (imports in the code) and by the manifest check (dependencies in package.json).
 */
export const layers = {
  'http-message': [],
  'http-syntax': [],
  'form-encoding': [],
  router: [],
  message: ['http-message', 'http-syntax', 'form-encoding'],
  'message-plain': ['http-message', 'http-syntax', 'form-encoding'],
  'message-conformance': ['http-message'],
  'body-parsers': ['http-message', 'http-syntax', 'form-encoding'],
  'method-override': ['http-message', 'http-syntax'],
  app: ['http-message', 'http-syntax', 'form-encoding', 'router'],
  'compat-variant-a': [
    'http-message',
    'http-syntax',
    'form-encoding',
    'app',
    'body-parsers',
    'method-override',
  ],
  node: ['http-message', 'http-syntax'],
  fetch: ['http-message', 'http-syntax'],
  mortise: ['http-message', 'message', 'app', 'node', 'body-parsers', 'method-override'],
};

/** Packages that run on every runtime and depend on nobody outside the project. */
export const core = ['http-message', 'http-syntax', 'form-encoding', 'router', 'message', 'app'];
