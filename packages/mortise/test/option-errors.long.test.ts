import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';

/** A line of a program, and the words of its one error. */
const REFUSED: [string, readonly string[]][] = [
  ['createApp({ errors: { detail: true } });', ["'detail'", "'details'"]],
  ["createApp({ development: 'yes' });", ['string', 'boolean']],
  ['createApp({ layer: [] });', ["'layer'", "'layers'"]],
  ["createVariantA({ factories, development: 'yes' });", ['string', 'boolean']],
  ['createVariantA({ factories, setting: {} });', ["'setting'", "'settings'"]],
];
const ACCEPTED = [
  'const options: AppOptions = { factories, development: true }; createApp(options);',
  'const options: Parameters<typeof createApp>[0] = {}; createApp(options);',
  "const routes = (app: ReturnType<typeof createApp>) => app.get('/{id}', (_, response, { id }) => response.withHeader('X', id)); routes(createApp());",
  "createApp({ strategy: requestResponseArgs }).get('/{id}', (_, response, id: string) => response.withHeader('X', id));",
  "createVariantA({ factories, strategy: requestResponseArgs }).get('/{id}', (_, response, id: string) => response.write(id));",
];

const program = compile([...REFUSED.map(([line]) => line), ...ACCEPTED]);

describe('a type error of an option', () => {
  it.each(REFUSED)('names the option: %s', (line, words) => {
    const [error = '', ...others] = errorsOf(line);
    expect(others).toEqual([]);
    expect(error).not.toContain('No overload');
    for (const word of words) expect(error).toContain(word);
  });

  it.each(ACCEPTED)('does not come for: %s', (line) => {
    expect(errorsOf(line)).toEqual([]);
  });
});

function errorsOf(line: string): string[] {
  const file = program.getSourceFiles().find(({ text }) => text.includes(line));
  const errors = program.getSemanticDiagnostics(file);
  return errors.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

/** A program with a file for each line. */
function compile(lines: readonly string[]): ts.Program {
  const texts = new Map<string, string>();
  for (const [index, line] of lines.entries()) {
    const name = fileURLToPath(new URL(`option-errors-${index}.ts`, import.meta.url));
    texts.set(
      name,
      `import { type AppOptions, createApp, factories } from 'mortise';
import { requestResponseArgs } from 'mortise/slim';
import { createApp as createVariantA } from '@mortise/compat-variant-a';
${line}
export { type AppOptions, createApp, createVariantA, factories, requestResponseArgs };`,
    );
  }
  const options: ts.CompilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    types: ['node'],
  };
  const host = ts.createCompilerHost(options);
  const getSourceFile = host.getSourceFile.bind(host);
  host.getSourceFile = (name, ...rest) => {
    const text = texts.get(name);
    if (text === undefined) return getSourceFile(name, ...rest);
    return ts.createSourceFile(name, text, ts.ScriptTarget.ES2022, true);
  };
  return ts.createProgram([...texts.keys()], options, host);
}
