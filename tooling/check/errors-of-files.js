/**
 * Returns the errors of some files of a program, and none of what they import: `ts.getPreEmitDiagnostics` would check every
 * package that a small program imports.
 *
 * @param {import('typescript').Program} program
 * @param {import('typescript').SourceFile[]} files of the program
 * @returns {import('typescript').Diagnostic[]} first those of its configuration
 */
export function errorsOfFiles(program, files) {
  return [
    ...program.getConfigFileParsingDiagnostics(),
    ...program.getOptionsDiagnostics(),
    ...program.getGlobalDiagnostics(),
    ...files.flatMap((file) => [
      ...program.getSyntacticDiagnostics(file),
      ...program.getSemanticDiagnostics(file),
    ]),
  ];
}
