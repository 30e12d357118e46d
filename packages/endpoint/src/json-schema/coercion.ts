import { eachPart, type PartOf, same } from './each-part.js';
import type { JsonSchema } from './json-schema.js';
import { itemsOf, membersOf } from './members.js';
import type { Shape } from './shape.js';

/**
 * Converts the texts of a value to the types that a schema accepts. Never changes the value: parts that differ are
 * copied.
 */
export type Coercion = (value: unknown) => unknown;

/** Stands for an empty text that is treated as absent. */
const ABSENT: unique symbol = Symbol('absent');

/** A number as JSON writes it (RFC 8259 6). */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['on', true],
  ['false', false],
  ['0', false],
]);

/**
 * Creates the coercion of a JSON Schema. Where the schema accepts text, text is unchanged; where it accepts other values
 * and some texts, such as `'all'`, only these are. Otherwise
 *
 * - a number as JSON writes it becomes a number, unless it is too large for one;
 * - `true`, `1` and `on` become `true`, `false` and `0` become `false`;
 * - `''` becomes `null` where that is accepted; otherwise the member is absent;
 * - a text where a list is expected becomes a list of it;
 * - any other text is unchanged, for the schema to refuse.
 *
 * Lists and maps are read to any depth; each part of the schema is read when a value reaches it.
 *
 * @param names the members of the whole that are read, so that a copy needs no others; `null` if that is unknown
 */
export function coercionOf(schema: JsonSchema, names: readonly string[] | null = null): Coercion {
  const whole = eachPart<Coercion>(schema, (shape, partOf, part) =>
    ofShape(shape, partOf, part === schema ? names : null),
  );
  return (value) => {
    const coerced = whole(value);
    return coerced === ABSENT ? undefined : coerced;
  };
}

function ofShape(
  shape: Shape,
  partOf: PartOf<Coercion>,
  names: readonly string[] | null,
): Coercion {
  const { arrays, objects } = shape;
  const list = arrays.length === 0 ? same : ofLists(arrays, partOf);
  const map = objects.length === 0 ? same : ofMaps(objects, partOf, names);
  const text = ofText(shape, list);
  if (text === same && list === same && map === same) return same;
  return (value) => {
    if (typeof value === 'string') return text(value);
    if (typeof value !== 'object' || value === null) return value;
    return Array.isArray(value) ? list(value) : map(value);
  };
}

function ofText({ kinds, texts }: Shape, list: Coercion): (text: string) => unknown {
  const isText = kinds.has('string') && (texts === null || kinds.size === 1);
  if (isText || kinds.has('any')) return same;
  const numbers = kinds.has('number') || kinds.has('integer');
  const isNumber = kinds.has('number') ? Number.isFinite : Number.isSafeInteger;
  const converted = (text: string): unknown => {
    if (text === '') return kinds.has('null') ? null : ABSENT;
    if (numbers && NUMBER.test(text)) {
      const number = Number(text);
      // An integer beyond 2^53 would be rounded; the schema refuses a fraction.
      if (isNumber(number) || (Number.isFinite(number) && !Number.isInteger(number))) return number;
    }
    const boolean = kinds.has('boolean') ? BOOLEANS.get(text) : undefined;
    if (boolean !== undefined) return boolean;
    return kinds.has('array') ? list([text]) : text;
  };
  if (texts === null || texts.size === 0) return converted;
  return (text) => (texts.has(text) ? text : converted(text));
}

function ofLists(lists: readonly JsonSchema[], partOf: PartOf<Coercion>): Coercion {
  const itemAt = itemsOf(lists, partOf);
  return (value) =>
    (value as readonly unknown[]).map((item, index) => {
      const coerced = itemAt(index)(item);
      return coerced === ABSENT ? item : coerced;
    });
}

interface Member {
  readonly name: string;
  readonly coerce: Coercion;
}

/** The members to coerce, if they are known; otherwise what creates one for each name of a value. */
type MemberPlan = readonly Member[] | ((name: string) => Member);

/** @param names the members to copy; `null` for all: listing those of a dictionary takes longer than the rest */
function ofMaps(
  maps: readonly JsonSchema[],
  partOf: PartOf<Coercion>,
  names: readonly string[] | null,
): Coercion {
  const { named, others } = membersOf(maps);
  const prepare = (): MemberPlan => {
    const members = new Map([...named].map(([name, part]) => [name, partOf(part)]));
    const other = others === null ? same : partOf(others);
    if (other === same && [...members.values()].every((coerce) => coerce === same)) return [];
    const member = (name: string): Member => ({ name, coerce: members.get(name) ?? other });
    return names?.map(member) ?? member;
  };
  let plan: MemberPlan | null = null;
  return (value) => {
    plan ??= prepare();
    const source = value as Readonly<Record<string, unknown>>;
    const list = typeof plan === 'function' ? Object.keys(source).map(plan) : plan;
    const copy = new Fields();
    let differs = false;
    // An index instead of an iterator: every request passes here.
    for (let index = 0; index < list.length; index++) {
      const { name, coerce } = list[index] as Member;
      const given = source[name];
      if (given === undefined) continue;
      const coerced = coerce === same ? given : coerce(given);
      differs ||= coerced !== given;
      if (coerced !== ABSENT) copy[name] = coerced;
    }
    return differs ? copy : value;
  };
}

/** Inherits nothing, so that no name is special; faster to fill than `Object.create(null)`, which is a dictionary. */
class Fields {
  [name: string]: unknown;

  static {
    Object.setPrototypeOf(Fields.prototype, null);
    Reflect.deleteProperty(Fields.prototype, 'constructor');
  }
}
