import { FormError } from './form-error.js';

/** The checks that `buildForm` makes for each name, text and list item. */
interface FormChecks {
  /** @throws {FormError} `FORM_UNWRITABLE` if `key` would be read as another name */
  name(key: string, encoded: string, isFirst: boolean): void;

  /** @throws {FormError} `FORM_UNWRITABLE` for text with an unpaired surrogate, which UTF-8 does not have */
  text(value: string, encoded: string): void;

  /**
   * @throws {FormError} `FORM_UNWRITABLE` for a list item without output: the next items would move, or the list become
   *   a map
   */
  item(parent: unknown, encoded: string, wrote: boolean): void;
}

/**
 * Matches names that a reader drops, truncates or splits into several levels, and a single whitespace character, for
 * which it appends to a list.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: a name ends at NUL
const LOST = /^(?:__proto__|[\t-\r ])?$|[\]\0]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: a name ends at NUL
const LOST_FIRST = /^(?:__proto__)?$|[[\0]/;

/** Rejects data that `parseForm` would read differently. */
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

/** Accepts everything, like PHP. */
export const anyForm: FormChecks = {
  name: () => undefined,
  text: () => undefined,
  item: () => undefined,
};
