import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';

/**
 * Instantiations of types that 500 typed routes may cost. They took 120,000 when this was written;
 * a compiler makes millions of them in a second.
 */
const BUDGET = 250_000;

/** Sources of the router, of Node and of the language are the same in each program, and are parsed once. */
const parsed = new Map<string, ts.SourceFile | undefined>();

describe('500 typed routes', () => {
  const routes = Array.from({ length: 500 }, (_, i) => {
    const pattern = `/tenants/:tenant/things${i}/{thing_id:[0-9a-f]{8}}/parts/{part}[/{page:\\\\d+}]`;
    return `show(router.get('${pattern}', null).pattern, (args) => args.tenant + args.thing_id + args.part + (args.page ?? ''));`;
  });
  const program = compile(routes);
  const source = program.getSourceFile('/routes.ts');

  it('are free of errors', () => {
    const messages = ts
      .getPreEmitDiagnostics(program, source)
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
    expect(messages).toEqual([]);
  });

  it('stay within the budget of type instantiations', () => {
    const base = compile([]);
    for (const one of [program, base]) one.getSemanticDiagnostics(one.getSourceFile('/routes.ts'));
    expect(instantiations(program) - instantiations(base)).toBeLessThan(BUDGET);
  });

  it('show their arguments by name on hover', () => {
    const checker = program.getTypeChecker();
    let shown = '';
    const visit = (node: ts.Node): void => {
      if (
        shown === '' &&
        ts.isParameter(node) &&
        node.name.getText() === 'args' &&
        node.type === undefined
      ) {
        shown = checker.typeToString(checker.getTypeAtLocation(node));
      }
      ts.forEachChild(node, visit);
    };
    if (source !== undefined) visit(source);
    expect(shown).toBe(
      '{ readonly tenant: string; readonly thing_id: string; readonly part: string; readonly page?: string; }',
    );
  });
});

function compile(lines: readonly string[]): ts.Program {
  const text = [
    "import { type RouteArgs, Router } from '@mortise/router';",
    'const router = new Router<null>();',
    'declare function show<P extends string>(pattern: P, run: (args: RouteArgs<P>) => string): void;',
    ...lines,
    'export { router, show };',
  ].join('\n');
  const index = fileURLToPath(
    new URL('../src/index.ts', `file://${expect.getState().testPath ?? ''}`),
  );
  const options: ts.CompilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    lib: ['lib.es2023.d.ts', 'lib.es2024.string.d.ts'],
    customConditions: ['@mortise/source'],
    types: ['node'],
  };
  const host = ts.createCompilerHost(options);
  const getSourceFile = host.getSourceFile.bind(host);
  host.getSourceFile = (name, ...rest) => {
    if (name === '/routes.ts') return ts.createSourceFile(name, text, ts.ScriptTarget.ES2022, true);
    if (!parsed.has(name)) parsed.set(name, getSourceFile(name, ...rest));
    return parsed.get(name);
  };
  host.resolveModuleNameLiterals = (literals, containing, ...[, resolving]) =>
    literals.map(({ text: name }) =>
      name === '@mortise/router'
        ? {
            resolvedModule: {
              resolvedFileName: index,
              extension: ts.Extension.Ts,
              isExternalLibraryImport: false,
            },
          }
        : ts.resolveModuleName(name, containing, resolving, host),
    );
  return ts.createProgram(['/routes.ts'], options, host);
}

/** What `tsc --diagnostics` shows; the method is there, though not among the published types. */
function instantiations(program: ts.Program): number {
  return (program as ts.Program & { getInstantiationCount(): number }).getInstantiationCount();
}
