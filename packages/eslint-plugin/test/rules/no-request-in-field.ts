import { untyped } from '../rule-testers.js';
import { noRequestInField } from '../../src/rules/no-request-in-field.js';

const stored = (name: string) => [{ messageId: 'stored', data: { name } }];

untyped.run('no-request-in-field', noRequestInField, {
  valid: [
    'class A { invoke(request) { const kept = request; } }',
    'class A { invoke(request) { this.count = count; } }',
    'class HttpError { constructor(request) { this.request = request; } }',
    'state.request = request;',
  ],
  invalid: [
    { code: 'class A { invoke(request) { this.request = request; } }', errors: stored('request') },
    {
      code: 'class A { invoke(request) { this.#current = request; } #current; }',
      errors: stored('#current'),
    },
    {
      code: 'class A { invoke(q, response) { this.response = response; } }',
      errors: stored('response'),
    },
    { code: 'const a = { invoke(q, r, args) { this.args = args; } };', errors: stored('args') },
  ],
});
