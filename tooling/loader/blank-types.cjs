/** Replaces the types of a TypeScript source with blanks: lines and columns stay, so that no source map is needed. */

/**
 * The packages are given, because the hooks of a loader can only `import()` them.
 *
 * @param {typeof import('typescript')} ts
 * @param {typeof import('ts-blank-space').blankSourceFile} blankSourceFile
 * @returns {(text: string, fileName: string) => string} JavaScript for the text of a module without enums, namespaces and
 *   parameter properties; throws if a statement is more than types, and names the file
 */
exports.blankTypesWith = (ts, blankSourceFile) => {
  // Comments would be parsed for types otherwise.
  const jsDocParsingMode = ts.JSDocParsingMode.ParseNone;
  const options = { languageVersion: ts.ScriptTarget.ESNext, jsDocParsingMode };
  return (text, fileName) => {
    const source = ts.createSourceFile('source.ts', text, options, false, ts.ScriptKind.TS);
    return blankSourceFile(source, (node) => {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
      throw new Error(`${fileName}:${line + 1}: cannot be run without its types`);
    });
  };
};
