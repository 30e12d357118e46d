import { eachPart, type PartOf, same } from './each-part.js';
import { type EmptyMembers, emptyMembers } from './add-empty-members.js';
import { BOOLEANS } from './boolean-texts.js';
import { ABSENT, Fields } from './fields.js';
import type { JsonSchema } from './json-schema.js';
import { itemsOf } from './items.js';
import { membersOf } from './members.js';
import type { Shape } from './shape.js';

/**
 * Converts the strings in a value to the types that a schema accepts. Never modifies the value: parts that differ are
 * copied.
 */
export type Coercion = (value: unknown) => unknown;

/** The maximum depth at which absent members are added: schemas that require each other would never end. */
const MAX_EMPTY = 8;

/** A JSON number (RFC 8259 6). */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * Creates the coercion for a JSON Schema. If the schema accepts any string, strings are unchanged; if it accepts other
 * values and certain strings, such as `'all'`, these are unchanged. If it accepts `null` (in a form, also lists) and
 * strings except `''`, only `''` is converted. Otherwise:
 *
 * - a JSON number becomes a number, unless it is out of range (for integers: beyond 2^53);
 * - `true`, `1` and `on` become `true`; `false` and `0` become `false`;
 * - `''` becomes `null` if that is accepted; in a form, an empty list or map if one is accepted; otherwise the member
 *   is absent;
 * - a string becomes a list of one if a list is expected;
 * - a list becomes a map by index if only a map is expected, because a form uses the same names for both;
 * - any other string is unchanged, and the schema rejects it.
 *
 * Lists and maps are converted at any depth; each part of the schema is read when a value first reaches it.
 *
 * @param names the top-level members that the schema reads: only these are copied; `null` if unknown
 * @param isForm whether the value is from a form, which cannot contain empty lists and maps: absent required ones are
 *   added
 */
export function coercionOf(
  schema: JsonSchema,
  names: readonly string[] | null = null,
  isForm = false,
): Coercion {
  const depth = isForm ? { now: 0 } : null;
  const whole = eachPart<Coercion>(schema, (shape, partOf, part) =>
    ofShape(shape, partOf, part === schema ? names : null, depth),
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
  depth: Depth | null,
): Coercion {
  const { arrays, objects, kinds } = shape;
  const list = arrays.length === 0 ? same : ofLists(arrays, partOf);
  const map = objects.length === 0 ? same : ofMaps(objects, partOf, names, depth);
  const isMap = list === same && !kinds.has('any');
  const text = ofText(shape, list);
  const canBeSent = depth !== null && (list === same ? map !== same : arrays.some(canBeEmpty));
  const ofEmpty = readEmptyText(shape, text, canBeSent);
  if (text === same && list === same && map === same && ofEmpty === '') return same;
  const empty = (): unknown => (list === same ? map(ABSENT) : []);
  return (value) => {
    if (typeof value === 'string') {
      const read = value === '' ? ofEmpty : text(value);
      return read === ABSENT && canBeSent ? empty() : read;
    }
    if (value === ABSENT) return empty();
    if (typeof value !== 'object' || value === null) return value;
    if (!Array.isArray(value)) return map(value);
    return isMap && map !== same ? map(Object.assign(new Fields(), value)) : list(value);
  };
}

/** @returns the conversion of the empty string, which is the same for all requests */
function readEmptyText(
  { kinds, takesEmptyText }: Shape,
  text: (given: string) => unknown,
  canBeSent: boolean,
): unknown {
  if (takesEmptyText) return text('');
  if (kinds.has('null')) return null;
  return canBeSent ? ABSENT : text('');
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
      // An integer beyond 2^53 would be rounded and stays a string; a fraction is left for the schema to reject.
      if (isNumber(number) || (Number.isFinite(number) && !Number.isInteger(number))) return number;
    }
    const boolean = kinds.has('boolean') ? BOOLEANS.get(text) : undefined;
    if (boolean !== undefined) return boolean;
    return kinds.has('array') ? list([text]) : text;
  };
  if (texts === null || texts.size === 0) return converted;
  return (text) => (texts.has(text) ? text : converted(text));
}

/** Whether a list schema accepts an empty list. */
function canBeEmpty({ minItems = 0, prefixItems }: JsonSchema): boolean {
  return minItems === 0 && prefixItems === undefined;
}

function ofLists(lists: readonly JsonSchema[], partOf: PartOf<Coercion>): Coercion {
  const itemAt = itemsOf(lists, partOf);
  return (value) =>
    (value as readonly unknown[]).map((item, index) => {
      const coerced = itemAt(index)(item);
      return coerced === ABSENT ? item : coerced;
    });
}

/** The number of nested objects that are being completed; `null` if absent members stay absent. */
interface Depth {
  now: number;
}

interface Member {
  readonly name: string;
  readonly coerce: Coercion;
}

/** How to coerce the members of a map. */
interface MapPlan {
  /** The members to coerce if they are known; otherwise a function that creates one for each name in a value. */
  readonly members: readonly Member[] | ((name: string) => Member);
  readonly empty: EmptyMembers;
}

/**
 * Creates the coercion for alternative map schemas. A value is first coerced for all of them. If only one of them then
 * fits, the value is coerced for that one alone, because a member can be a number in one and a string in another.
 *
 * @param names the members to copy; `null` for all, which is slow because their names must be listed
 */
function ofMaps(
  maps: readonly JsonSchema[],
  partOf: PartOf<Coercion>,
  names: readonly string[] | null,
  depth: Depth | null,
): Coercion {
  const planned = planOf(maps, partOf, names, depth);
  const plans = new Map(
    maps.length > 1 ? maps.map((map) => [map, planOf([map], partOf, names, depth)]) : [],
  );
  const emptied = (): unknown =>
    depth === null || depth.now > MAX_EMPTY ? ABSENT : planned().empty.whole();
  return (value) => {
    if (value === ABSENT) return emptied();
    const plan = planned();
    const given = value as Fields;
    const copy = new Fields();
    const differs = fill(copy, given, plan);
    const only = maps.length > 1 ? plan.empty.only(differs ? copy : given) : null;
    const one = only === null ? undefined : plans.get(only)?.();
    if (one === undefined) return plan.empty.addTo(copy) || differs ? copy : given;
    const own = new Fields();
    const ownDiffers = fill(own, given, one);
    return one.empty.addTo(own) || ownDiffers ? own : given;
  };
}

/** @returns a function that creates the plan on its first call */
function planOf(
  maps: readonly JsonSchema[],
  partOf: PartOf<Coercion>,
  names: readonly string[] | null,
  depth: Depth | null,
): () => MapPlan {
  const { named, others } = membersOf(maps);
  const prepare = (): MapPlan => {
    const members = new Map([...named].map(([name, part]) => [name, partOf(part)]));
    const coercionAt = (name: string): Coercion => {
      const part = others === null ? null : others(name);
      return members.get(name) ?? (part === null ? same : partOf(part));
    };
    const emptyOf = (name: string): unknown => (depth === null ? ABSENT : coercionAt(name)(ABSENT));
    const empty = emptyMembers(maps, emptyOf);
    if (others === null && [...members.values()].every((coerce) => coerce === same)) {
      return { members: [], empty };
    }
    const member = (name: string): Member => ({ name, coerce: coercionAt(name) });
    return { members: names?.map(member) ?? member, empty };
  };
  let plan: MapPlan | null = null;
  return () => {
    if (depth === null || plan !== null) return (plan ??= prepare());
    depth.now++;
    plan = prepare();
    depth.now--;
    return plan;
  };
}

/** Copies the coerced members. @returns whether a member differs from the source */
function fill(copy: Fields, source: Fields, { members }: MapPlan): boolean {
  const list = typeof members === 'function' ? Object.keys(source).map(members) : members;
  let differs = false;
  // An index is faster than an iterator, and every request runs this loop.
  for (let index = 0; index < list.length; index++) {
    const { name, coerce } = list[index] as Member;
    const given = source[name];
    if (given === undefined) continue;
    const coerced = coerce === same ? given : coerce(given);
    differs ||= coerced !== given;
    if (coerced !== ABSENT) copy[name] = coerced;
  }
  return differs;
}
