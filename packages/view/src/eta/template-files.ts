import { readFileSync, realpathSync } from 'node:fs';
import { dirname, extname, isAbsolute, join, relative, sep } from 'node:path';
import { FORBIDDEN } from '../template-name.js';

/** A template that does not exist. */
export class TemplateMissing extends Error {}

/** Codes of errors that mean that a path is not a file. */
const NOT_FOUND: readonly unknown[] = ['ENOENT', 'ENOTDIR', 'EISDIR', 'ELOOP', 'ENAMETOOLONG'];

/** The templates in a folder and its subfolders. */
export class TemplateFiles {
  readonly #root: string;
  readonly #extension: string;
  /** The last path that was found: a list includes the same partial for each of its items. */
  #last: {
    readonly name: string;
    readonly from: string | undefined;
    readonly path: string;
  } | null = null;

  /** @param root an absolute path */
  constructor(root: string, extension: string) {
    this.#root = root;
    this.#extension = extension;
  }

  /**
   * Returns the path of a template.
   *
   * @param name begins with `/` for a path below the root; otherwise relative to the including template
   * @param from the path of the including template; default: the name is relative to the root
   * @throws if the path is outside the root
   */
  pathOf(name: string, from?: string): string {
    if (this.#last?.name === name && this.#last.from === from) return this.#last.path;
    const start = from === undefined || name.startsWith('/') ? this.#root : dirname(from);
    const path = join(start, extname(name) === '' ? name + this.#extension : name);
    if (FORBIDDEN.test(name) || !isBelow(this.#root, path)) {
      throw new Error(`the template ${JSON.stringify(name)} is outside the root`);
    }
    this.#last = { name, from, path };
    return path;
  }

  /** Returns the name of a template, for messages: its path below the root without the extension. */
  nameOf(path: string): string {
    const name = relative(this.#root, path).replaceAll(sep, '/');
    return name.endsWith(this.#extension) ? name.slice(0, -this.#extension.length) : name;
  }

  /**
   * Returns the text of a template.
   *
   * @throws {TemplateMissing} if it does not exist, or is a symbolic link that leads outside the root
   */
  read(path: string): string {
    try {
      const real = realpathSync(path);
      // A link to another folder would make its files templates, and templates are code.
      if (isBelow(realpathSync(this.#root), real)) return readFileSync(real, 'utf8');
    } catch (error) {
      if (!NOT_FOUND.includes((error as NodeJS.ErrnoException).code)) throw error;
    }
    throw new TemplateMissing(`no template "${this.nameOf(path)}"`);
  }
}

function isBelow(root: string, path: string): boolean {
  // The root itself and its parents are folders, which cannot be read as a file.
  const way = relative(root, path);
  return !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
