/** Programs of a compiler that share what they parse, and the errors of their files. */

/**
 * @param {typeof import('typescript')} ts
 * @returns {(options: import('typescript').CompilerOptions) => import('typescript').CompilerHost} creates hosts of programs
 *   that parse each file once; their options for parsing are the same
 */
export function parsingOnce(ts) {
  const parsed = new Map();
  return (options) => {
    const host = ts.createCompilerHost(options);
    const { getSourceFile } = host;
    // The compiler remembers the folder that the process began in.
    host.getCurrentDirectory = () => process.cwd();
    host.getSourceFile = (path, parsing, ...rest) => {
      const key = `${path} ${parsing.impliedNodeFormat}`;
      if (!parsed.has(key)) parsed.set(key, getSourceFile(path, parsing, ...rest));
      return parsed.get(key);
    };
    return host;
  };
}

/**
 * Returns the errors of some files of a program, and none of what they import: `ts.getPreEmitDiagnostics` would check every
 * package that a small program imports.
 *
 * @param {typeof import('typescript')} ts
 * @param {import('typescript').Program} program
 * @param {string[]} paths of files of the program
 * @returns {string[]} as the compiler prints them, first those of its configuration
 */
export function errorsOfFiles(ts, program, paths) {
  const files = paths.map((path) => program.getSourceFile(path));
  const errors = [
    ...program.getConfigFileParsingDiagnostics(),
    ...program.getOptionsDiagnostics(),
    ...program.getGlobalDiagnostics(),
    ...files.flatMap((file) => [
      ...program.getSyntacticDiagnostics(file),
      ...program.getSemanticDiagnostics(file),
    ]),
  ];
  const host = {
    getCanonicalFileName: (name) => name,
    getCurrentDirectory: () => program.getCurrentDirectory(),
    getNewLine: () => '\n',
  };
  return errors.map((error) => ts.formatDiagnostics([error], host).trim());
}
