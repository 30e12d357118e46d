import { eachPart, type PartOf, same } from './each-part.js';
import { type EmptyMembers, emptyMembers } from './add-empty-members.js';
import { BOOLEANS } from './boolean-texts.js';
import { ABSENT, Fields } from './fields.js';
import type { JsonSchema } from './json-schema.js';
import { itemsOf } from './items.js';
import { membersOf } from './members.js';
import type { Shape } from './shape.js';

/**
 * Converts the texts of a value to the types that a schema accepts. Never changes the value: parts that differ are
 * copied.
 */
export type Coercion = (value: unknown) => unknown;

/** How deep absent members are completed: a union of schemas that require each other has no end. */
const MAX_EMPTY = 8;

/** A number as JSON writes it (RFC 8259 6). */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * Creates the coercion of a JSON Schema. Where the schema accepts text, text is unchanged; where it accepts other values
 * and some texts, such as `'all'`, or no empty text beside `null` or lists, only these are. Otherwise
 *
 * - a number as JSON writes it becomes a number, unless it is too large for one;
 * - `true`, `1` and `on` become `true`, `false` and `0` become `false`;
 * - `''` becomes `null` where that is accepted; in a form an empty list or map where one is accepted; otherwise the member
 *   is absent;
 * - a string where a list is expected becomes a list of it;
 * - a list where only a map is expected becomes the map of its indexes, since a form has the same names for both;
 * - any other text is unchanged, for the schema to refuse.
 *
 * Lists and maps are read to any depth; each part of the schema is read when a value reaches it.
 *
 * @param names the members of the whole that are read, so that a copy needs no others; `null` if that is unknown
 * @param isForm whether lists and maps without members cannot be sent: a required one that is absent is then empty
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

/** @returns what the empty string is read as, for all requests */
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

/** Whether a list of this schema can be empty. */
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

/** How many objects that contain each other are being completed; `null` if absent members stay absent. */
interface Depth {
  now: number;
}

interface Member {
  readonly name: string;
  readonly coerce: Coercion;
}

/** How the members of a map are coerced. */
interface MapPlan {
  /** The members to coerce, if they are known; otherwise what creates one for each name of a value. */
  readonly members: readonly Member[] | ((name: string) => Member);
  readonly empty: EmptyMembers;
}

/**
 * Several map schemas are alternatives: a value is coerced for all of them, and if then only one can accept it, for
 * that one alone, since a member can be a number in one and text in another.
 *
 * @param names the members to copy; `null` for all: listing those of a dictionary takes longer than the rest
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

/** @returns the plan, which is made when it is first needed */
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

/** @returns whether a member differs from the given one */
function fill(copy: Fields, source: Fields, { members }: MapPlan): boolean {
  const list = typeof members === 'function' ? Object.keys(source).map(members) : members;
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
  return differs;
}
