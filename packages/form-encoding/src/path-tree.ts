import type { FormCharset } from './form-charset.js';
import { FormError } from './form-error.js';
import type { FormMap } from './form-value.js';
import { namePath, plainUntil } from './name-path.js';
import { NextIndices } from './next-index.js';
import type { TreeRules } from './tree-rules.js';

type MapNode = Record<string, unknown>;
type Container = MapNode | unknown[];

const NOTHING: readonly unknown[] = [];

/** Stores values by name, in the lists and maps that PHP would create. */
export class PathTree<Leaf> {
  readonly root: FormMap<Leaf>;
  readonly #rules: TreeRules;
  /** The parts of the last name read. */
  readonly #path: string[] = [];
  readonly #indices = new NextIndices();
  /**
   * All lists and maps below the root, if they will be frozen: finding them through the keys of maps takes three times
   * as long.
   */
  readonly #made: Container[] | null;

  /** @param frozen whether {@link done} freezes the tree */
  constructor(rules: TreeRules, frozen = false) {
    this.#rules = rules;
    this.#made = frozen ? [] : null;
    this.root = this.#createMap() as FormMap<Leaf>;
  }

  /** Returns the tree, frozen if requested; nothing must be added afterwards. */
  done(): FormMap<Leaf> {
    if (this.#made === null) return this.root;
    for (const container of this.#made) Object.freeze(container);
    return Object.freeze(this.root);
  }

  /**
   * Stores a value where its name says.
   *
   * @param text contains the name from `start` to `end`
   * @param charset the charset of the name's escapes; null if it is already decoded
   * @throws {FormError} `FORM_TOO_DEEP`
   */
  put(text: string, start: number, end: number, charset: FormCharset | null, value: Leaf): void {
    const rules = this.#rules;
    const plain = plainUntil(text, start, end);
    // Most names have one part and need no path.
    if (plain === end && !rules.phpNames) this.#putFlat(text.slice(start, end), value);
    else this.#putDeep(namePath(text, start, plain, end, charset, rules, this.#path), value);
  }

  #putFlat(name: string, value: Leaf): void {
    if (name !== '' && name !== '__proto__') set(this.root as MapNode, name, value);
  }

  /** @param length number of parts of the path */
  #putDeep(length: number, value: Leaf): void {
    const first = this.#path[0] as string;
    const { maxDepth, onLimit } = this.#rules;
    // Written so that a limit of `NaN` allows nothing.
    if (!(length - 1 <= maxDepth)) {
      if (onLimit === 'refuse') throw FormError.tooDeep(first, maxDepth);
      if (this.#getsTooDeep(first, maxDepth, value)) Reflect.deleteProperty(this.root, first);
    } else if (first !== '' && first !== '__proto__') this.#putBelow(first, length, value);
  }

  /**
   * Whether PHP reaches the depth at which it drops the variable, which it does not if it fails to append a value on
   * the way. Values stored here are dropped along with the variable.
   */
  #getsTooDeep(first: string, maxDepth: number, value: Leaf): boolean {
    const above = this.#path.slice(1, maxDepth);
    const appends = above.includes('') && !above.includes('__proto__');
    return !appends || this.#putBelow(first, maxDepth, value);
  }

  /**
   * Descends along the path, and stores the value in the slot of the last part.
   *
   * @returns whether the value could be stored
   */
  #putBelow(first: string, length: number, value: Leaf): boolean {
    let holder: Container = this.root;
    let slot: string | number = first;
    for (let depth = 1; depth < length; depth++) {
      const key = this.#path[depth] as string;
      holder = this.#containerAt(holder, slot, key);
      const next = this.#slotOf(key, holder);
      if (next === null) return false;
      slot = next;
    }
    set(holder, slot, value);
    return true;
  }

  /** Returns the slot for a key; null if nothing can be stored there. */
  #slotOf(key: string, holder: Container): string | number | null {
    if (key === '__proto__') return null;
    if (Array.isArray(holder)) return key === '' ? holder.length : listIndex(key);
    if (key === '') return this.#indices.append(holder);
    this.#indices.note(holder, key);
    return key;
  }

  /** Returns the list or map in a slot, created or converted so that it accepts the key. */
  #containerAt(holder: Container, slot: string | number, key: string): Container {
    const found = get(holder, slot);
    if (isList(found)) {
      return fitsList(key, found)
        ? found
        : this.#add(holder, slot, Object.assign(this.#createMap(), found));
    }
    if (isMap(found)) return found;
    return this.#add(holder, slot, fitsList(key, NOTHING) ? [] : this.#createMap());
  }

  #add(holder: Container, slot: string | number, made: Container): Container {
    this.#made?.push(made);
    return set(holder, slot, made);
  }

  /**
   * V8 creates a hash table for `Object.create(null)`, and freezing it takes five times as long as freezing the other
   * form, which takes 20 ns more to create.
   */
  #createMap(): MapNode {
    return (this.#made === null ? Object.create(null) : Object.setPrototypeOf({}, null)) as MapNode;
  }
}

function get(holder: Container, slot: string | number): unknown {
  return Array.isArray(holder) ? holder[slot as number] : holder[slot as string];
}

function set<Value>(holder: Container, slot: string | number, value: Value): Value {
  if (Array.isArray(holder)) holder[slot as number] = value;
  else holder[slot as string] = value;
  return value;
}

function isList(value: unknown): value is unknown[] {
  return Array.isArray(value);
}

function isMap(value: unknown): value is MapNode {
  return typeof value === 'object' && Object.getPrototypeOf(value) === null;
}

/** Whether a list with this key stays a list: its keys must be 0, 1, 2, ... in order. A dropped key changes nothing. */
function fitsList(key: string, list: readonly unknown[]): boolean {
  if (key === '' || key === '__proto__') return true;
  const index = listIndex(key);
  return index !== -1 && index <= list.length;
}

/** Returns the list index of a key; -1 if it is not the decimal form of an index. */
function listIndex(key: string): number {
  if (key.charCodeAt(0) === 0x30) return key.length === 1 ? 0 : -1;
  let index = 0;
  for (let at = 0; at < key.length; at++) {
    const digit = key.charCodeAt(at) - 0x30;
    if (digit < 0 || digit > 9) return -1;
    index = index * 10 + digit;
  }
  return index;
}
