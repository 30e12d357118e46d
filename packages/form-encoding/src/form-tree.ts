import type { FormMap } from './form-value.js';
import { PathTree } from './path-tree.js';
import { type FormTreeOptions, treeRules } from './tree-rules.js';

/** Stores values in a tree by name, as PHP does with form fields. */
export interface FormTree<Leaf = string> {
  /** All values stored so far; it grows with each `put`. */
  readonly root: FormMap<Leaf>;

  /**
   * Stores a value at the place of its name: `a[k]` in a map, `a[]` at the end of a list. An existing value
   * is replaced.
   *
   * As in PHP a name ends at NUL; a bracket that is never closed becomes `_`; text after a closing
   * bracket is ignored; a name that begins with a bracket is dropped. So is a key `__proto__`.
   *
   * @param name decoded
   */
  put(name: string, value: Leaf): void;
}

/** Creates an empty tree. Leaves are strings, or objects that have a prototype. */
export function createFormTree<Leaf = string>(options: FormTreeOptions = {}): FormTree<Leaf> {
  const tree = new PathTree<Leaf>(treeRules(options));
  return {
    root: tree.root,
    put: (name, value) => {
      tree.put(name, 0, name.length, null, value);
    },
  };
}
