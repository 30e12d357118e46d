import { FormError } from './form-error.js';
import type { FormMap } from './form-value.js';
import { NextIndices } from './next-index.js';

/** How names become a tree. */
export interface FormTreeOptions {
  /** Most brackets in a name: `a[b][c]` has 2. Default 32; `Infinity` for no limit. */
  readonly maxDepth?: number;
  /**
   * What happens over a limit: `'refuse'`, the default, throws; `'truncate'` does as PHP does. It
   * drops a name that is too deep, with all that came under its first part, and keeps the first
   * parameters of too many.
   */
  readonly onLimit?: 'refuse' | 'truncate';
  /** Whether, as in PHP, dots and spaces before the first bracket become `_` and leading spaces go. Default false. */
  readonly phpNames?: boolean;
}

/** Puts values in a tree by their names, as PHP does with the fields of a form. */
export interface FormTree<Leaf = string> {
  /** All that was put so far; it grows with each `put`. */
  readonly root: FormMap<Leaf>;

  /**
   * Puts a value where its name says: `a[k]` in a map, `a[]` at the end of a list. What stood there
   * is replaced.
   *
   * As in PHP a name ends at NUL; a bracket that is never closed is a `_`; text behind a closing
   * bracket is ignored; a name that begins with a bracket is dropped. So is a key `__proto__`.
   *
   * @param name decoded
   * @throws {FormError} `FORM_TOO_DEEP`
   */
  put(name: string, value: Leaf): void;
}

/** Makes an empty tree. Leaves are strings, or objects that have a prototype. */
export function createFormTree<Leaf = string>(options: FormTreeOptions = {}): FormTree<Leaf> {
  return new PhpTree<Leaf>(options);
}

type MapNode = Record<string, unknown>;
type Container = MapNode | unknown[];

class PhpTree<Leaf> implements FormTree<Leaf> {
  readonly root: FormMap<Leaf> = createMap() as FormMap<Leaf>;
  readonly #maxDepth: number;
  readonly #truncate: boolean;
  readonly #phpNames: boolean;
  readonly #indices = new NextIndices();

  constructor({ maxDepth = 32, onLimit = 'refuse', phpNames = false }: FormTreeOptions) {
    this.#maxDepth = maxDepth;
    this.#truncate = onLimit === 'truncate';
    this.#phpNames = phpNames;
  }

  put(name: string, value: Leaf): void {
    const nul = name.indexOf('\0');
    const wanted = nul === -1 ? name : name.slice(0, nul);
    const text = this.#phpNames ? wanted.replace(/^ +/, '') : wanted;
    const open = text.indexOf('[');
    if (open === -1) this.#putTop(text, value);
    else if (open > 0) this.#putNested(text, open, value);
  }

  #putTop(name: string, value: Leaf): void {
    const key = this.#phpNames ? phpName(name) : name;
    if (key !== '' && key !== '__proto__') (this.root as MapNode)[key] = value;
  }

  /** The holder and the slot in it are where the value goes, if no further bracket follows. */
  #putNested(name: string, firstOpen: number, value: Leaf): void {
    const before = name.slice(0, firstOpen);
    const top = this.#phpNames ? phpName(before) : before;
    let holder: Container = this.root as MapNode;
    let slot: string | number | null = top === '__proto__' ? null : top;
    let open = firstOpen;
    for (let depth = 1; slot !== null && name.charCodeAt(open) === 0x5b; depth++) {
      if (depth > this.#maxDepth) return this.#dropTooDeep(name, top);
      const from = isSpace(name.charCodeAt(open + 1)) ? open + 2 : open + 1;
      const close = name.indexOf(']', from);
      if (close === -1) {
        if (depth === 1) return this.#putTop(name.replaceAll('[', '_'), value);
        break;
      }
      const key = close === from ? '' : name.slice(open + 1, close);
      holder = containerFor(holder, slot, key);
      slot = this.#slotOf(holder, key);
      open = close + 1;
    }
    if (slot !== null) (holder as MapNode)[slot] = value;
  }

  /** @returns null when nothing can be put under the key */
  #slotOf(holder: Container, key: string): string | number | null {
    if (key === '__proto__') return null;
    if (Array.isArray(holder)) return key === '' ? holder.length : Number(key);
    if (key === '') return this.#indices.append(holder);
    this.#indices.note(holder, key);
    return key;
  }

  #dropTooDeep(name: string, top: string): void {
    if (!this.#truncate) throw FormError.tooDeep(name, this.#maxDepth);
    delete (this.root as MapNode)[top];
  }
}

/** The list or map at a slot, made or changed so that the key (`''`: the end) fits in it. */
function containerFor(holder: Container, slot: string | number, key: string): Container {
  const found = (holder as MapNode)[slot];
  if (isContainer(found) && (!Array.isArray(found) || fitsList(found, key))) return found;
  const made = Array.isArray(found) ? mapOf(found) : key === '' || key === '0' ? [] : createMap();
  (holder as MapNode)[slot] = made;
  return made;
}

function isContainer(value: unknown): value is Container {
  if (typeof value !== 'object' || value === null) return false;
  return Array.isArray(value) || Object.getPrototypeOf(value) === null;
}

/** A list stays one while its keys are 0, 1, 2, ... in order. */
function fitsList(list: readonly unknown[], key: string): boolean {
  if (key === '' || key === '__proto__' || key === '0') return true;
  const first = key.charCodeAt(0);
  return first >= 0x31 && first <= 0x39 && Number(key) <= list.length && /^\d+$/.test(key);
}

function mapOf(list: readonly unknown[]): MapNode {
  return Object.assign(createMap(), list);
}

function createMap(): MapNode {
  return Object.create(null) as MapNode;
}

function phpName(name: string): string {
  return name.replace(/[ .]/g, '_');
}

/** C's isspace. */
function isSpace(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d);
}
