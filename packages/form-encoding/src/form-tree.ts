import type { FormMap } from './form-value.js';
import { PathTree } from './path-tree.js';
import { type FormTreeOptions, treeRules } from './tree-rules.js';

/** Stores values in a tree by name, as PHP does with form fields. */
export interface FormTree<Leaf = string> {
  /** The tree of all values stored so far; each `put` adds to it. */
  readonly root: FormMap<Leaf>;

  /**
   * Stores a value where its name says: `a[k]` in a map, `a[]` at the end of a list. An existing value is replaced.
   *
   * As in PHP, a name ends at NUL, an unclosed bracket becomes `_`, text after a closing bracket is ignored, and a name
   * that begins with a bracket is dropped. The key `__proto__` is dropped too.
   *
   * @param name decoded
   * @throws {FormError} `FORM_TOO_DEEP`, unless `onLimit` is `'truncate'`
   */
  put(name: string, value: Leaf): void;
}

/** Creates an empty tree. Leaves must be strings, or objects that have a prototype, which maps do not have. */
export function createFormTree<Leaf = string>(options: FormTreeOptions = {}): FormTree<Leaf> {
  const tree = new PathTree<Leaf>(treeRules(options));
  return {
    root: tree.root,
    put: (name, value) => {
      tree.put(name, 0, name.length, null, value);
    },
  };
}
