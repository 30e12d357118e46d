import vm from 'node:vm';

/** By file name: sources of the workspace, except test files, which a worker loads once. */
const compiled = new Map();
const { SourceTextModule } = vm;

/**
 * Makes a worker parse each ES module once, instead of once for each test file that imports it, which is a
 * quarter of the work of an import: a module belongs to one context, what V8 made of its text can be used in any. Of a
 * module with `import()` it cannot: it would not know which test file to ask.
 */
export function shareModules() {
  vm.SourceTextModule = new Proxy(SourceTextModule, {
    construct(target, [code, options]) {
      const { identifier } = options;
      if (isLoadedOnce(identifier) || code.includes('import(')) return new target(code, options);
      const known = compiled.get(identifier);
      if (known?.code === code) {
        try {
          return new target(code, { ...options, cachedData: known.cachedData });
        } catch (error) {
          // V8 refuses it when a test has changed flags of V8.
          if (error.code !== 'ERR_VM_MODULE_CACHED_DATA_REJECTED') throw error;
        }
      }
      const module = new target(code, options);
      compiled.set(identifier, { code, cachedData: module.createCachedData() });
      return module;
    },
  });
}

/** @param {string | undefined} identifier a path; Jest gives none to what it makes itself */
function isLoadedOnce(identifier) {
  return identifier === undefined || identifier.includes('.test.');
}
