import { readEnv } from '@mortise/contract/env';
import { certify } from '@mortise/message-conformance';

/**
 * Checks that a runtime runs on itself, without a client.
 *
 * @param implementations factories by name
 * @returns the problems, as sentences; `[]` if there are none
 */
export async function ownProblems(implementations) {
  const problems = environmentCases()
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
