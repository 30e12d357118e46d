/** What an editor shows: TypeScript's language service over the sources of the packages. */
import { join } from 'node:path';
import ts from 'typescript';
import { root } from '../setup/packages.js';

/** The file that is open. It does not exist; its folder finds the names of all packages. */
const FILE = join(root, 'tooling/docs/open-in-an-editor.ts');

/** @param {string[]} [entries] absolute paths of modules that the program also contains */
export function editor(entries = []) {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.base.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  let shown = 'export {};\n';
  let version = 0;
  const service = ts.createLanguageService({
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
    directoryExists: ts.sys.directoryExists,
    realpath: ts.sys.realpath,
    getCompilationSettings: () => options,
    getCurrentDirectory: () => root,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    getScriptFileNames: () => [...entries, FILE],
    getScriptVersion: (path) => (path === FILE ? String(version) : '0'),
    getScriptSnapshot: (path) => {
      const text = path === FILE ? shown : ts.sys.readFile(path);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
  });
  return {
    program: () => service.getProgram(),

    /** Opens a text in the place of the previous one. */
    open(text) {
      shown = text;
      version += 1;
      return {
        /** The first sentence of each error, with the text that it underlines: `port: Type 'string' is ...`. */
        errors: () =>
          service.getSemanticDiagnostics(FILE).map(({ start, length, messageText }) => {
            const whole = ts.flattenDiagnosticMessageText(messageText, ' ');
            return `${text.slice(start, start + length)}: ${whole}`;
          }),

        /** What is shown for the name at a position; '' if it has no documentation. */
        sentenceAt: (at) =>
          ts.displayPartsToString(service.getQuickInfoAtPosition(FILE, at)?.documentation),
      };
    },
  };
}
