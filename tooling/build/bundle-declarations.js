/** Puts the declarations of a package into one file for each entry. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { rollup } from 'rollup';
import { dts } from 'rollup-plugin-dts';

/**
 * Entries share what they have in common: a class with private members that is declared twice is two types.
 *
 * @param {string} folder what the compiler wrote, a declaration for each source
 * @param {string[]} names of the entries: their paths in the folder, without an extension
 * @returns {Promise<import('rollup').RollupOutput>} the files, by their paths in the folder
 */
export async function bundleDeclarations(folder, names) {
  const paths = names.map((name) => [name, join(folder, `${name}.d.ts`)]);
  const bundle = await rollup({
    input: Object.fromEntries(paths.filter(([, path]) => existsSync(path))),
    external: (id) => !/^\.{0,2}\//.test(id),
    plugins: [keepTypeImports(), dts({ tsconfig: false })],
    onwarn: ({ code, message }) => {
      if (code !== 'EMPTY_BUNDLE') throw new Error(message);
    },
  });
  const output = await bundle.generate({
    format: 'es',
    entryFileNames: '[name].d.ts',
    chunkFileNames: ({ name }) => `shared/${name.replace(/\.d$/, '')}.d.ts`,
    hoistTransitiveImports: false,
    minifyInternalExports: false,
  });
  await bundle.close();
  return output;
}

const IMPORT = /^import (type )?\{ (.+) \} from ('.+');$/gm;

/** The bundler does not know types, and writes `import` where the compiler wrote `import type`. */
function keepTypeImports() {
  const values = new Set();
  return {
    name: 'keep-type-imports',
    transform(code) {
      for (const [, type, names, from] of code.matchAll(IMPORT)) {
        if (type !== undefined) continue;
        for (const name of names.split(', ')) values.add(`${imported(name)} of ${from}`);
      }
      return null;
    },
    renderChunk: (code) =>
      code.replace(IMPORT, (_, _type, names, from) => {
        const isValue = (name) => values.has(`${imported(name)} of ${from}`);
        const all = names.split(', ');
        return (
          statement(
            'import type',
            all.filter((name) => !isValue(name)),
            from,
          ) + statement('import', all.filter(isValue), from)
        ).trim();
      }),
  };
}

/** `A` of `type A as B`. */
function imported(name) {
  return name.replace(/^type /, '').split(' as ')[0];
}

function statement(keyword, names, from) {
  return names.length === 0 ? '' : `${keyword} { ${names.join(', ')} } from ${from};\n`;
}
