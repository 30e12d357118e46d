import { readEnv } from '@mortise/contract/env';
import { certify } from '@mortise/message-conformance';
import { Router } from '@mortise/router';

/**
 * Checks that a runtime runs on itself, without a client.
 *
 * @param implementations factories by name
 * @returns the problems, as sentences; `[]` if there are none
 */
export async function ownProblems(implementations) {
  const problems = [...routerProblems(), ...environmentProblems()];
  for (const [name, factories] of Object.entries(implementations)) {
    const { failures } = await certify(factories);
    problems.push(
      ...failures.map(({ case: { contract, name: rule } }) => `${name}, ${contract}: ${rule}`),
    );
  }
  return problems;
}

function routerProblems() {
  const router = new Router();
  router.add('GET', '/books', 'books');
  router.add(['GET', 'PUT'], '/books/{id:[0-9]+}', 'book', { name: 'book' });
  router.add('GET', '/files/{path:.+}', 'file');
  const cases = [
    ['GET', '/books', 'found books {}'],
    ['HEAD', '/books', 'found books {}'],
    ['PUT', '/books/7', 'found book {"id":"7"}'],
    ['GET', '/files/a/b%20c', 'found file {"path":"a/b c"}'],
    ['DELETE', '/books/7', 'method-not-allowed GET,PUT'],
    ['GET', '/books/x', 'not-found'],
  ];
  const problems = cases
    .map(([method, path, expected]) => [
      method,
      path,
      expected,
      told(router.dispatch(method, path)),
    ])
    .filter(([, , expected, actual]) => !actual.startsWith(expected))
    .map(([method, path, , actual]) => `router: ${method} ${path} gives ${actual}`);
  const url = router.urlFor('book', { id: '7' });
  return url === '/books/7' ? problems : [...problems, `router: urlFor gives ${url}`];
}

/** Variables are read by a schema, from the process where there is one, else from what is given. */
function environmentProblems() {
  const isPort = (text) => /^\d+$/.test(text ?? '');
  const validate = (value) =>
    isPort(value.PORT)
      ? { value: { port: Number(value.PORT), names: Object.keys(value) } }
      : { issues: [{ message: 'expected a number', path: ['PORT'] }] };
  const schema = { '~standard': { version: 1, vendor: 'rules', validate } };
  const read = (...source) => {
    try {
      return JSON.stringify(readEnv(schema, ...source));
    } catch (error) {
      return `${error.code} ${error.names}`;
    }
  };
  const cases = [
    [read({ PORT: '80', EMPTY: '' }), '{"port":80,"names":["PORT"]}'],
    [read({ PORT: 'secret' }), 'ENV_INVALID PORT'],
    [read(), 'ENV_INVALID PORT'],
  ];
  return cases
    .filter(([actual, expected]) => actual !== expected)
    .map(([actual, expected]) => `readEnv: gives ${actual} instead of ${expected}`);
}

function told(result) {
  switch (result.kind) {
    case 'found':
      return `found ${result.handler} ${JSON.stringify(result.args)}`;
    case 'method-not-allowed':
      return `${result.kind} ${result.allowed}`;
    default:
      return result.kind;
  }
}
