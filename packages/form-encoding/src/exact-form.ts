import { FormError } from './form-error.js';

/** What a writer of forms asks before it goes on. */
interface FormChecks {
  /** @throws {FormError} `FORM_UNWRITABLE` if `key` would be read as another name */
  name(key: string, encoded: string, isFirst: boolean): void;

  /** @throws {FormError} `FORM_UNWRITABLE` for text with an unpaired surrogate, which UTF-8 does not have */
  text(value: string, encoded: string): void;

  /** @throws {FormError} `FORM_UNWRITABLE` for an item of a list that wrote nothing: the others would move, or become a map */
  item(parent: unknown, encoded: string, wrote: boolean): void;
}

/**
 * A reader drops these names, ends them early, or takes their brackets for another level; with a single whitespace character, it
 * appends to a list.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: a name ends at NUL
const LOST = /^(?:__proto__|[\t-\r ])?$|[\]\0]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: a name ends at NUL
const LOST_FIRST = /^(?:__proto__)?$|[[\0]/;

/** Refuses what `parseForm` would not read in its place. */
export const exactForm: FormChecks = {
  name(key, encoded, isFirst) {
    if ((isFirst ? LOST_FIRST : LOST).test(key) || !key.isWellFormed())
      throw FormError.misread(encoded);
  },
  text(value, encoded) {
    if (!value.isWellFormed()) throw FormError.text(encoded);
  },
  item(parent, encoded, wrote) {
    if (!wrote && Array.isArray(parent)) throw FormError.item(encoded);
  },
};

/** Refuses nothing, as PHP. */
export const anyForm: FormChecks = {
  name: () => undefined,
  text: () => undefined,
  item: () => undefined,
};
