import vm from 'node:vm';

/** By file name. Those of Jest itself, of assertions and of libraries: sources of the workspace are ES modules. */
const compiled = new Map();
const { compileFunction } = vm;

/**
 * Makes a worker compile each CommonJS file once, instead of once for each test file, which is a tenth of the work of
 * `npm test`: a script can run in any context. One with `import()` belongs to the test file that compiled it.
 */
export function shareScripts() {
  vm.compileFunction = (code, parameters, options) => {
    const { filename, parsingContext } = options;
    if (parsingContext === undefined || code.includes('import(')) {
      return compileFunction(code, parameters, options);
    }
    const known = compiled.get(filename);
    if (known?.code === code) return known.script.runInContext(parsingContext);
    const script = new vm.Script(`(function (${parameters.join(', ')}) {${code}\n})`, { filename });
    compiled.set(filename, { code, script });
    return script.runInContext(parsingContext);
  };
}
