import { core, layers } from './tooling/check/import-rules.js';

const tests = '\\.test\\.ts$|^packages/[^/]+/test/';

const layering = Object.entries(layers).map(([name, allowed]) => ({
  name: `${name}-imports-only-what-it-may`,
  comment: `${name} may import ${allowed.join(', ') || 'no sibling'}; see docs/architecture.md`,
  severity: 'error',
  from: { path: `^packages/${name}/src/`, pathNot: tests },
  to: { path: '^packages/', pathNot: [name, ...allowed].map((sibling) => `^packages/${sibling}/`) },
}));

export default {
  forbidden: [
    ...layering,
    {
      name: 'unknown-package',
      comment: 'give every package its row in docs/architecture.md',
      severity: 'error',
      from: {
        path: '^packages/',
        pathNot: Object.keys(layers).map((name) => `^packages/${name}/`),
      },
      to: {},
    },
    {
      name: 'core-has-no-third-party-dependency',
      comment: 'core packages import nothing from outside the project',
      severity: 'error',
      from: { path: core.map((name) => `^packages/${name}/src/`), pathNot: tests },
      to: {
        dependencyTypes: ['npm', 'npm-dev', 'npm-optional', 'npm-peer', 'npm-no-pkg'],
        pathNot: '^packages/',
      },
    },
    {
      name: 'core-runs-on-every-runtime',
      comment: 'only an entry point made for Node (src/node/) may import node: modules',
      severity: 'error',
      from: {
        path: [...core, 'message-conformance', 'fetch'].map((name) => `^packages/${name}/src/`),
        pathNot: [tests, '^packages/[^/]+/src/node/'],
      },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'examples-import-published-names',
      comment: 'an example stands outside the workspace: it knows packages, not folders',
      severity: 'error',
      from: { path: '^examples/([^/]+)/(src|test)/' },
      to: { path: '^(packages/[^/]+/(?!src/)|tooling/|examples/(?!$1/))' },
    },
    {
      name: 'not-to-unresolvable',
      comment:
        'declare it in package.json first; a script of a page imports what the server serves',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^/assets/' },
    },
    {
      name: 'no-circular',
      comment:
        'files that need each other are one file; an interface both need has a file of its own',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['@mortise/source', 'import', 'node', 'default', 'types'],
    },
    doNotFollow: { path: 'node_modules' },
    // No rule is about tests of packages: nothing imports them, and the compiler finds what they import.
    exclude: { path: ['/(dist|fixtures)/', '^packages/.*\\.test\\.ts$'] },
  },
};
