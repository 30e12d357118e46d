import vm from 'node:vm';

/** By file name: sources of the workspace, except test files, which a worker loads once. */
const compiled = new Map();
const { SourceTextModule } = vm;

/** Those of the running test file. */
const inUse = [];

/**
 * Makes a worker parse each ES module once, instead of once for each test file that imports it, which is a
 * quarter of the work of an import: a module belongs to one context, what V8 made of its text can be used in any.
 */
export function shareModules() {
  vm.SourceTextModule = new Proxy(SourceTextModule, {
    construct(_target, [code, options]) {
      const module = parsed(code, options);
      inUse.push(module);
      return module;
    },
  });
}

/**
 * Ends what modules of a test file keep of those that they import: Node 20 notes it for linking, in a table of each
 * module that a collection of garbage cannot look into. Each collection would free one layer of the imports alone, and a worker
 * would hold the modules and globals of its last 30 files. To instantiate a linked module empties that table.
 */
export function releaseModules() {
  for (const module of inUse) {
    const wrap = Object.getOwnPropertySymbols(module).find((key) => key.description === 'kWrap');
    if (module.status === 'evaluated') module[wrap]?.instantiate?.();
  }
  inUse.length = 0;
}

/** A module with `import()` is always parsed again: it would not know which test file to ask. */
function parsed(code, options) {
  const { identifier } = options;
  if (isLoadedOnce(identifier) || code.includes('import(')) {
    return new SourceTextModule(code, options);
  }
  const known = compiled.get(identifier);
  if (known?.code === code) {
    try {
      return new SourceTextModule(code, { ...options, cachedData: known.cachedData });
    } catch (error) {
      // V8 refuses it when a test has changed flags of V8.
      if (error.code !== 'ERR_VM_MODULE_CACHED_DATA_REJECTED') throw error;
    }
  }
  const module = new SourceTextModule(code, options);
  compiled.set(identifier, { code, cachedData: module.createCachedData() });
  return module;
}

/** @param {string | undefined} identifier a path; Jest gives none to what it makes itself */
function isLoadedOnce(identifier) {
  return identifier === undefined || identifier.includes('.test.');
}
