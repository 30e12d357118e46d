/**
 * Jest loads itself and the sources again for each test file, into a new context, most of them the same as for the file
 * before: V8 need not parse them again.
 */
const DYNAMIC_IMPORT = /\bimport\s*\(/;

/**
 * Lets `vm` keep the code of each module and function, by its file: the next compilation of the same text only reads
 * it. Not for texts with an `import()`, which would lose who answers it (Node 20), nor for test files, loaded once.
 *
 * @param {typeof import('node:vm')} vm
 */
export function keepCode(vm) {
  const { SourceTextModule, compileFunction } = vm;
  const modules = new KeptCode();
  const functions = new KeptCode();

  vm.SourceTextModule = class extends SourceTextModule {
    constructor(text, options) {
      const file = options?.identifier;
      const cachedData = modules.of(file, text);
      super(text, { ...options, cachedData });
      if (cachedData === undefined) modules.keep(file, text, () => this.createCachedData());
    }
  };

  vm.compileFunction = (text, parameters, options) => {
    const file = options?.filename;
    const cachedData = functions.of(file, text);
    if (cachedData !== undefined)
      return compileFunction(text, parameters, { ...options, cachedData });
    const compiled = compileFunction(text, parameters, { ...options, produceCachedData: true });
    functions.keep(file, text, () => compiled.cachedData);
    return compiled;
  };
}

class KeptCode {
  #files = new Map();

  of(file, text) {
    const kept = this.#files.get(file);
    return kept?.text === text ? kept.code : undefined;
  }

  keep(file, text, codeOf) {
    if (file === undefined || /\.test\.\w+$/.test(file) || DYNAMIC_IMPORT.test(text)) return;
    this.#files.set(file, { text, code: codeOf() });
  }
}
