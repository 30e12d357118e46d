import type { Schema } from '@mortise/contract';
import { scope, type } from 'arktype';

const { node, person } = scope({
  node: { value: 'string', 'next?': 'node' },
  person: { name: 'string', 'pet?': 'pet' },
  pet: { owner: 'person' },
}).export();

/** One schema of each kind that arktype can express in JSON Schema. */
export const arktypeKinds: Readonly<Record<string, Schema>> = {
  text: type('1 <= string <= 9'),
  'text with a pattern': type('/^a+$/'),
  'text of a format': type({ email: 'string.email', uuid: 'string.uuid', ip: 'string.ip' }),
  'a number': type('0 < number <= 9'),
  'a number that is divisible': type('number % 2'),
  'an integer': type('number.integer >= 1'),
  'a boolean': type('boolean'),
  null: type('null'),
  nothing: type({ 'a?': 'never' }),
  anything: type('unknown'),
  'a literal': type("'a'"),
  'an enumeration': type("'a' | 'b' | 1 | null"),
  'a list': type('1 <= string[] <= 3'),
  'a tuple': type(['string', 'number']),
  'a tuple with an optional item': type(['string', 'number?']),
  'a tuple with a rest': type(['string', '...', 'number[]']),
  'an object': type({ a: 'string', 'b?': 'number' }),
  'a strict object': type({ '+': 'reject', a: 'string' }),
  'a record': type({ '[string]': 'number' }),
  'a record with a pattern': type({ '[/^x-/]': 'number' }),
  'a union': type('string | number[]'),
  'a union of objects': type({ kind: "'card'", number: 'string' }).or({
    kind: "'iban'",
    iban: 'string',
  }),
  'an intersection': type({ a: 'string' }).and({ a: 'string >= 2', b: 'number' }),
  'a default': type({ a: 'number = 1' }),
  'a description': type('string').describe('the first'),
  'a recursive value': node,
  'values that refer to each other': person,
};
