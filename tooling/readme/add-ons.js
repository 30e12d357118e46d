import { packages } from '../setup/packages.js';

const FRAMEWORK = new Set([
  ...['app', 'base', 'body-parsers', 'client', 'compat-variant-a', 'contract', 'endpoint', 'fetch'],
  ...['form-encoding', 'http-message', 'http-syntax', 'node', 'openapi', 'openapi-ui', 'router'],
  // A command: it has no request, and so no response for the error contract to describe.
  'create-mortise',
]);

/** The packages whose codes and limits are in tables of `docs/`; those of the others are only in their README. */
export const addOns = packages()
  .map(({ directory }) => directory)
  .filter((name) => !FRAMEWORK.has(name));
