/** Replaces the types of a TypeScript source with blanks: lines and columns stay, so that no source map is needed. */
const ts = require('typescript');
const { blankSourceFile } = require('ts-blank-space');

// Comments would be parsed for types otherwise.
const jsDocParsingMode = ts.JSDocParsingMode.ParseNone;
const options = { languageVersion: ts.ScriptTarget.ESNext, jsDocParsingMode };

/**
 * @param {string} text of a module without enums, namespaces and parameter properties
 * @param {string} fileName for error messages
 * @returns {string} JavaScript
 * @throws {Error} if a statement is more than types
 */
exports.blankTypes = (text, fileName) => {
  const source = ts.createSourceFile('source.ts', text, options, false, ts.ScriptKind.TS);
  return blankSourceFile(source, (node) => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
    throw new Error(`${fileName}:${line + 1}: cannot be run without its types`);
  });
};
