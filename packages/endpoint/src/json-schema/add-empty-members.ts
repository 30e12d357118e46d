import { BOOLEANS } from './boolean-texts.js';
import { ABSENT, Fields } from './fields.js';
import type { JsonSchema } from './json-schema.js';
import { propertiesOf, valuesOf } from './shape.js';

/** Completes an object that was sent as a form. */
export interface EmptyMembers {
  /** Adds the absent required members that can be empty. @returns whether members were added */
  addTo(fields: Fields): boolean;

  /** @returns the only schema that fits the fields; `null` if none or several fit */
  only(fields: Fields): JsonSchema | null;

  /** @returns the object to use if none of its members was sent; `ABSENT` if it cannot be empty */
  whole(): unknown;
}

/**
 * Creates the functions that complete an object from a form, which cannot contain empty lists and maps.
 *
 * An object schema fits if its constants match, and each required member is present or can be empty. Of several fitting
 * schemas, the first one applies whose required members are all present; otherwise the first one.
 *
 * @param emptyOf returns the empty list or map of a member; `ABSENT` if its schema accepts none
 */
export function emptyMembers(
  objects: readonly JsonSchema[],
  emptyOf: (name: string) => unknown,
): EmptyMembers {
  const alternatives = objects.map((object) => ({
    object,
    required: requiredOf(object),
    constants: constantsOf(object),
  }));
  const required = new Set(alternatives.flatMap((alternative) => alternative.required));
  const canBeEmpty = new Set([...required].filter((name) => emptyOf(name) !== ABSENT));
  const fitting = (
    fields: Fields,
    isEqual: (given: unknown, values: readonly unknown[]) => boolean,
  ) =>
    alternatives.filter(
      (each) =>
        each.constants.every(
          ([name, values]) => fields[name] === undefined || isEqual(fields[name], values),
        ) && each.required.every((name) => fields[name] !== undefined || canBeEmpty.has(name)),
    );
  const allFitting = (fields: Fields) => {
    const exact = fitting(fields, (given, values) => values.includes(given));
    return exact.length > 0 ? exact : fitting(fields, canMean);
  };
  const absentIn = (fields: Fields, names: readonly string[]) =>
    names.filter((name) => fields[name] === undefined);
  const fits = (fields: Fields) => {
    const all = allFitting(fields);
    return all.find((each) => absentIn(fields, each.required).length === 0) ?? all[0];
  };
  const addTo = (fields: Fields): boolean => {
    if (canBeEmpty.size === 0) return false;
    const absent = absentIn(fields, fits(fields)?.required ?? []);
    for (const name of absent) fields[name] = emptyOf(name);
    return absent.length > 0;
  };
  return {
    addTo,
    only(fields) {
      const [first, ...others] = allFitting(fields);
      return first === undefined || others.length > 0 ? null : first.object;
    },
    whole() {
      const fields = new Fields();
      if (fits(fields) === undefined) return ABSENT;
      addTo(fields);
      return fields;
    },
  };
}

/** Whether a value equals a constant or is its text, which stays a string if another alternative accepts any value. */
function canMean(given: unknown, values: readonly unknown[]): boolean {
  return values.some((value) => {
    if (given === value) return true;
    if (typeof given !== 'string' || given === '') return false;
    return typeof value === 'boolean' ? BOOLEANS.get(given) === value : Number(given) === value;
  });
}

function requiredOf({ required }: JsonSchema): readonly string[] {
  return Array.isArray(required) ? (required as readonly string[]) : [];
}

function constantsOf(object: JsonSchema): readonly (readonly [string, readonly unknown[]])[] {
  return Object.entries(propertiesOf(object)).flatMap(([name, part]) => {
    const values = valuesOf(Object(part) as JsonSchema);
    return values === null ? [] : [[name, values] as const];
  });
}
