import { describe, expect, it } from '@jest/globals';
import type { Schema } from '@mortise/contract';
import { Components } from './components.js';
import type { Json } from './json.js';
import { objectMembers } from './object-members.js';

const TEXT = { type: 'string' };
const NUMBER = { type: 'number' };
const OPTIONS = { jsonSchema: null, allowsUnknown: false };

/** A schema that is described by the given JSON Schema, in both directions or in each. */
function described(input: unknown, output = input, vendor = 'none'): Schema {
  const jsonSchema = { input: () => input, output: () => output };
  return { '~standard': { version: 1, vendor, jsonSchema } } as never;
}

describe('objectMembers', () => {
  const of = (json: Json) => {
    const { properties, required, others } = objectMembers(json, new Components({}));
    return [properties, [...required], others !== null];
  };
  const part = (properties: object, required: readonly string[], more = {}) => ({
    properties,
    required,
    ...more,
  });
  const [a, b] = [{ a: TEXT }, { b: NUMBER }];
  const recursive = (own: Json): Json => Object.assign(own, { anyOf: [own] });

  it('treats names as equal that a function makes equal, and keeps the first', () => {
    const alternatives = [part({ 'X-A': TEXT }, ['X-A']), part({ 'x-a': NUMBER }, ['x-A'])];
    const json = { anyOf: alternatives };
    const { properties, required } = objectMembers(json, new Components({}), (name) =>
      name.toLowerCase(),
    );
    expect(properties).toEqual({ 'X-A': { anyOf: [TEXT, NUMBER] } });
    expect([...required]).toEqual(['X-A']);
    expect(Object.keys(objectMembers(json, new Components({})).properties)).toHaveLength(2);
  });

  it.each<[string, Json, unknown]>([
    ['nothing', {}, [{}, [], false]],
    ['an object', part(a, ['a']), [a, ['a'], false]],
    ['a closed object', part(a, [], { additionalProperties: false }), [a, [], false]],
    ['an open object', part(a, [], { additionalProperties: true }), [a, [], true]],
    ['an object with others', part(a, [], { additionalProperties: TEXT }), [a, [], true]],
    ['an object with patterns', part(a, [], { patternProperties: { x: TEXT } }), [a, [], true]],
    ['a member of any value', part({ a: true }, []), [{ a: {} }, [], false]],
    ['an invalid object', { properties: ['a'], required: 'a' }, [{}, [], false]],
    [
      'an intersection',
      { allOf: [part(a, ['a']), part(b, ['b'])] },
      [{ ...a, ...b }, ['a', 'b'], false],
    ],
    [
      'alternatives',
      { anyOf: [part(a, ['a', 'b']), part(b, ['b', 'c']), part(b, ['b', 'a'])] },
      [{ ...a, ...b }, ['b'], false],
    ],
    ['one alternative', { oneOf: [part(a, ['a'])] }, [a, ['a'], false]],
    [
      'alternatives of an object, one of them open',
      part({ c: TEXT }, ['c'], {
        oneOf: [part(a, ['a']), part(b, [], { additionalProperties: {} })],
      }),
      [{ c: TEXT, ...a, ...b }, ['c'], true],
    ],
    ['an anyOf that is a number', part(a, ['a'], { anyOf: 7 }), [a, ['a'], false]],
    ['any value, or an object', { anyOf: [true, part(a, ['a'])] }, [a, [], false]],
    ['nothing, or an object', { anyOf: [false, part(a, ['a'])] }, [a, ['a'], false]],
    [
      'alternatives that are never objects',
      { anyOf: [{ type: 'null' }, { not: {} }, { type: ['object', 'null'], ...part(a, ['a']) }] },
      [a, ['a'], false],
    ],
    [
      'alternatives that share one',
      { oneOf: [part({ a: TEXT }, []), part({ a: NUMBER }, []), part({ a: { ...TEXT } }, [])] },
      [{ a: { anyOf: [TEXT, NUMBER] } }, [], false],
    ],
    [
      'alternatives in alternatives',
      {
        anyOf: [part(a, ['a']), { oneOf: [part({ a: NUMBER }, ['a']), part({ a: true }, ['a'])] }],
      },
      [{ a: { anyOf: [TEXT, NUMBER, {}] } }, ['a'], false],
    ],
    [
      'alternatives, one of which accepts any name with numbers',
      { anyOf: [part(a, []), part(b, [], { additionalProperties: { type: 'integer' } })] },
      [{ a: { anyOf: [TEXT, { type: 'integer' }] }, ...b }, [], true],
    ],
    [
      'an intersection with alternatives',
      { allOf: [part(a, ['a']), { anyOf: [part({ a: NUMBER }, []), part(b, ['b'])] }] },
      [{ ...a, ...b }, ['a'], false],
    ],
    [
      'an intersection with alternatives that all have a member',
      { allOf: [part(a, ['a']), { anyOf: [part({ a: NUMBER }, []), part({ ...a, ...b }, [])] }] },
      [{ a: { allOf: [TEXT, { anyOf: [NUMBER, TEXT] }] }, ...b }, ['a'], false],
    ],
    [
      'an intersection of alternatives that do not all have a member',
      { allOf: [{ anyOf: [part(a, []), part(b, [])] }, { anyOf: [part({ a: NUMBER }, []), {}] }] },
      [{ a: { anyOf: [TEXT, NUMBER] }, ...b }, [], false],
    ],
    [
      'a record that lists its keys',
      { propertyNames: { enum: ['a'] }, additionalProperties: TEXT, required: ['a'] },
      [a, ['a'], false],
    ],
    [
      'an object with a member that an alternative describes, too',
      part(a, [], { anyOf: [part({ a: NUMBER }, [])] }),
      [{ a: { allOf: [TEXT, NUMBER] } }, [], false],
    ],
    [
      'anyOf and oneOf',
      { anyOf: [part(a, ['a'])], oneOf: [part(b, [])] },
      [{ ...a, ...b }, ['a'], false],
    ],
    ['itself', recursive(part(a, ['a'])), [a, ['a'], false]],
  ])('reads the members of %s', (_what, json, members) => {
    expect(of(json)).toEqual(members);
  });

  it('joins a reference with what stands beside it', () => {
    const components = new Components({});
    const json = components.add(
      described({ $ref: '#/$defs/A', ...part(b, ['b']), $defs: { A: part(a, ['a']) } }),
      'input',
      '',
      OPTIONS,
    );
    const { properties, required } = objectMembers(json, components);
    expect([properties, [...required]]).toEqual([{ ...b, ...a }, ['b', 'a']]);
  });

  it('follows references', () => {
    const components = new Components({});
    const json = components.add(
      described({ anyOf: [{ $ref: '#/$defs/A' }], $defs: { A: part(a, ['a']) } }),
      'input',
      '',
      OPTIONS,
    );
    expect(objectMembers(json, components).properties).toEqual(a);
  });
});
