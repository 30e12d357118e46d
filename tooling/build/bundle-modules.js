/** Puts the compiled modules of the package in the current folder into one file for each entry. */
import { readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { rollup } from 'rollup';
import { copiedModule } from './copied-packages.js';
import { sparseMap } from './sparse-map.js';

/**
 * Jest does not support `import()` in CommonJS. A source map would be a tenth of what is installed, and name sources
 * that are in the maps of the ES modules alone.
 */
const COMMONJS = {
  format: 'cjs',
  interop: 'auto',
  exports: 'named',
  dynamicImportInCjs: false,
  sourcemap: false,
};

/**
 * Entries share files. Node also gets one file for each entry that every program starts with; what such an entry loads
 * on demand has its own files.
 *
 * @param {Record<string, string>} entries the compiled module of each entry, by the name of its published file
 * @param {string[]} started the names of the entries that Node loads as one file
 * @param {{ esm: string, start: string, cjs: string }} folders where the ES modules, the files for Node and the CommonJS
 *   copies will be
 * @returns {Promise<Record<keyof typeof folders, import('rollup').RollupOutput[]>>} the files, by their paths in those
 *   folders
 */
export async function bundleModules(entries, started, folders) {
  const esm = { dir: folders.esm, format: 'es' };
  const start = { dir: folders.start, format: 'es' };
  const [modules, commonjs] = await bundle(entries, [], [esm, { dir: folders.cjs, ...COMMONJS }]);
  return {
    esm: [withoutTwinMaps(modules, started)],
    start: await Promise.all(started.map((name) => alone(name, entries, started, start))),
    cjs: [commonjs],
  };
}

async function alone(name, entries, started, format) {
  const plugins = [otherEntries(name, entries, started, format.dir), copies];
  const [files] = await bundle({ [name]: entries[name] }, plugins, [format]);
  for (const { fileName, code = '' } of files.output) {
    // V8 would store the whole file with two bytes for each character.
    if (/[^\0-\xff]/.test(code)) throw new Error(`${fileName} has a character above U+00FF`);
  }
  return files;
}

/** Drops the source maps of files that Node does not load: a map is larger than its file. */
function withoutTwinMaps({ output }, started) {
  const chunks = new Map(output.map((chunk) => [chunk.fileName, chunk]));
  const loaded = new Set();
  const load = (fileName) => {
    if (!chunks.has(fileName) || loaded.has(fileName)) return;
    loaded.add(fileName);
    const { imports, dynamicImports } = chunks.get(fileName);
    [...imports, ...dynamicImports].forEach(load);
  };
  for (const { isEntry, name, fileName } of output) {
    if (isEntry && !started.includes(name)) load(fileName);
  }
  return { output: withMapsOf(output, ({ fileName }) => loaded.has(fileName)) };
}

/** Drops the source maps of other files than these, and the comments that name the maps. */
function withMapsOf(output, isMapped) {
  const mapped = new Set(
    output
      .filter((file) => file.type === 'chunk' && isMapped(file))
      .map(({ fileName }) => fileName),
  );
  return output.flatMap((file) => {
    if (file.type === 'asset') return mapped.has(file.fileName.replace(/\.map$/, '')) ? file : [];
    if (mapped.has(file.fileName)) return file;
    return { ...file, code: file.code.replace(/\/\/# sourceMappingURL=.*\n?$/, '') };
  });
}

/** The same modules in each of some formats. */
async function bundle(input, plugins, formats) {
  const isCopied = (id) => plugins.includes(copies) && copiedModule(id) !== null;
  const files = await rollup({
    input,
    external: (id) => !/^\.{0,2}\//.test(id) && !isCopied(id),
    plugins: [...plugins, sourceMaps],
    onwarn: ({ code, message }) => {
      if (code !== 'EMPTY_BUNDLE') throw new Error(message);
    },
  });
  const generated = [];
  for (const format of formats) {
    const { output } = await files.generate({
      sourcemap: true,
      chunkFileNames: 'shared/[name].js',
      // A smaller file takes a whole block on disk.
      experimentalMinChunkSize: 4_096,
      // Otherwise each entry also imports what its files import.
      hoistTransitiveImports: false,
      ...format,
    });
    const mapped = withMapsOf(output, ({ map }) => map === null || isWorthItsBlocks(map));
    generated.push({ output: mapped.map(withSparseMap) });
  }
  await files.close();
  return generated;
}

/** Without a map, a stack trace names a line of the small file itself, where names are the same and types are missing. */
function isWorthItsBlocks(map) {
  return sparseMap(map.toString()).length > 4 * 4_096;
}

function withSparseMap(file) {
  const isMap = file.type === 'asset' && file.fileName.endsWith('.map');
  return isMap ? { ...file, source: sparseMap(file.source) } : file;
}

/** A map covers the code of its own package: copies would double its size, and their sources are in another map. */
const sourceMaps = {
  name: 'source-maps',
  load: (path) => ({
    code: readFileSync(path, 'utf8'),
    map: isOwn(path) ? readFileSync(`${path}.map`, 'utf8') : { mappings: '' },
  }),
};

function isOwn(path) {
  return !relative('.', path).startsWith('..');
}

/** Finds the built file of an entry of a copied package. */
const copies = {
  name: 'copies',
  resolveId(id) {
    const copied = copiedModule(id);
    if (copied === null) return null;
    const folder = resolve('..', copied.name);
    const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    return join(folder, exports[copied.entry].import.default);
  },
};

/** Keeps `import()` of another entry, instead of copying that entry: of its file for Node if it has one. */
function otherEntries(name, entries, started, folder) {
  const published = new Map(
    Object.entries(entries).map(([entry, path]) => [
      resolve(path),
      started.includes(entry) ? resolve(folder, `${entry}.js`) : resolve(path),
    ]),
  );
  return {
    name: 'other-entries',
    resolveDynamicImport(specifier, importer) {
      if (typeof specifier !== 'string') return null;
      const path = published.get(resolve(dirname(importer), specifier));
      if (path === undefined) return null;
      return { id: relative(dirname(resolve(folder, name)), path), external: 'absolute' };
    },
  };
}
