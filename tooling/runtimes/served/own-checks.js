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
  const problems = [...routerCases(), ...environmentCases()]
    .filter(([, actual, expected]) => actual !== expected)
    .map(([asked, actual, expected]) => `${asked} gives ${actual} instead of ${expected}`);
  for (const [name, factories] of Object.entries(implementations)) {
    const { failures } = await certify(factories);
    problems.push(
      ...failures.map(({ case: { contract, name: rule } }) => `${name}, ${contract}: ${rule}`),
    );
  }
  return problems;
}

function routerCases() {
  const router = new Router();
  router.add('GET', '/books', 'books');
  router.add(['GET', 'PUT'], '/books/{id:[0-9]+}', 'book', { name: 'book' });
  router.add('GET', '/files/{path:.+}', 'file');
  const told = (...asked) => {
    const { kind, handler, args, allowed } = router.dispatch(...asked);
    const rest = { found: [handler, JSON.stringify(args)], 'method-not-allowed': [allowed] }[kind];
    return [asked.join(' '), [kind, ...(rest ?? [])].join(' ')];
  };
  return [
    [...told('GET', '/books'), 'found books {}'],
    [...told('HEAD', '/books'), 'found books {}'],
    [...told('PUT', '/books/7'), 'found book {"id":"7"}'],
    [...told('GET', '/files/a/b%20c'), 'found file {"path":"a/b c"}'],
    [...told('DELETE', '/books/7'), 'method-not-allowed GET,PUT'],
    [...told('GET', '/books/x'), 'not-found'],
    ['urlFor', router.urlFor('book', { id: '7' }), '/books/7'],
  ];
}

/** Variables are read by a schema, from the process where there is one, else from what is given. */
function environmentCases() {
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
  return [
    ['readEnv', read({ PORT: '80', EMPTY: '' }), '{"port":80,"names":["PORT"]}'],
    ['readEnv', read({ PORT: 'secret' }), 'ENV_INVALID PORT'],
    ['readEnv', read(), 'ENV_INVALID PORT'],
  ];
}
