/**
 * A copy of the workspace under `.cache/plain` whose sources are plain JavaScript. Node runs it without module hooks,
 * which cost a program a second thread, and two messages for each module. Lines and columns are those of the sources.
 */
import {
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

/** Of a line that imports `./file.ts`: the extension. As long as `.js`. */
const IMPORTED_TS = /(?<=^(?:import|export|\}) .*'\.[^']*\.)ts(?=';$)/gm;

/** Of a manifest: a source that the package exports. */
const EXPORTED_TS = /"@mortise\/source": "\.\/src\/([^"]*)\.ts"/g;

/** In its place; what the first condition names is only written for programs that use it (`bundle-packages.js`). */
const EXPORTED_JS = '"@mortise/bundled": "./bundled/$1.js", "@mortise/source": "./src/$1.js"';

/** Brings the copy up to date; what is up to date is not written again, so that programs can run meanwhile. */
export class PlainCopy {
  #root;
  #folder;
  #kept = new Set();

  /** @param {string} root of the workspace */
  constructor(root) {
    this.#root = root;
    this.#folder = join(root, '.cache', 'plain');
    this.#write(join(this.#folder, 'package.json'), '{ "type": "module" }');
    this.#linkDependencies(root);
  }

  get folder() {
    return this.#folder;
  }

  /** @param {string} code of a TypeScript source, without its types */
  addSource(file, code) {
    this.#write(this.#placeOf(file), code.replace(IMPORTED_TS, 'js'));
  }

  /** A file that is not TypeScript. */
  addOther(file) {
    if (file.endsWith(`${sep}package.json`)) {
      this.#write(
        this.#placeOf(file),
        readFileSync(file, 'utf8').replace(EXPORTED_TS, EXPORTED_JS),
      );
      this.#linkDependencies(dirname(file));
    } else if (file.endsWith('.js')) {
      this.#write(this.#placeOf(file), readFileSync(file, 'utf8'));
    } else {
      this.#link(this.#placeOf(file), file);
    }
  }

  /** Removes what the workspace no longer has; to be called when everything has been added. */
  finish() {
    removeOthers(this.#folder, this.#kept);
  }

  #linkDependencies(folder) {
    for (const name of packagesIn(join(folder, 'node_modules'))) {
      const path = realpathSync(join(folder, 'node_modules', name));
      const ours = !path.includes(`${sep}node_modules${sep}`);
      this.#link(
        join(this.#placeOf(folder), 'node_modules', name),
        ours ? this.#placeOf(path) : path,
      );
    }
  }

  #write(path, text) {
    this.#keep(path);
    if (valueOf(() => readFileSync(path, 'utf8')) === text) return;
    const aside = `${path}.${process.pid}`;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(aside, text);
    renameSync(aside, path);
  }

  #link(path, target) {
    this.#keep(path);
    if (valueOf(() => readlinkSync(path)) === target) return;
    rmSync(path, { force: true });
    mkdirSync(dirname(path), { recursive: true });
    symlinkSync(target, path);
  }

  #placeOf(file) {
    return join(this.#folder, relative(this.#root, file)).replace(/(?<!\.d)\.ts$/, '.js');
  }

  /** With its folders. */
  #keep(path) {
    for (let kept = path; !this.#kept.has(kept) && kept !== this.#folder; kept = dirname(kept)) {
      this.#kept.add(kept);
    }
  }
}

function packagesIn(folder) {
  const entries = valueOf(() => readdirSync(folder)) ?? [];
  return entries
    .filter((name) => !name.startsWith('.'))
    .flatMap((name) =>
      name.startsWith('@') ? readdirSync(join(folder, name)).map((own) => join(name, own)) : [name],
    );
}

function removeOthers(folder, kept) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (!kept.has(path)) rmSync(path, { recursive: true, force: true });
    else if (lstatSync(path).isDirectory()) removeOthers(path, kept);
  }
}

/** `undefined` if the file does not exist. */
function valueOf(read) {
  try {
    return read();
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}
