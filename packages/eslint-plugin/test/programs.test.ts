import { it } from '@jest/globals';
import { Linter } from 'eslint';
import fc from 'fast-check';
import tseslint from 'typescript-eslint';
import { numRuns } from '../../../tooling/properties/num-runs.js';
import mortise from '../src/index.js';

/** Each statement declares the name of its place; expressions use any of them, even the one that they define. */
const NAMES = ['app', 'handler', 'next', 'request', 'uri', 'Layer'];

/** Texts with holes: `$e` is an expression, `$n` a name, `$p` parameters, `$s` a statement of a function. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  e: [
    ...['$n', 'this', 'this.own', 'null', '1', "'/admin'", '`/${$e}`', 'createApp()'],
    ...['$n.handle($e)', '$n.process($e, $n)', '$n($e, $e)', '$n($e)', '($e)($e)', 'new $n($e)'],
    ...['$n.getUri().getPath()', '$n.getRequestTarget()', '($e).withHeader($e)', '($e).member'],
    ...['$n.add($e)', '$n.add($n($e))', 'createApp({ layers: [$e, ...$e], errors: $e })'],
    ...['($e).then($e, $e)', '($e).catch($e)', '($e)?.startsWith($e)', '($e)[$e]', '`${$e}`'],
    ...['(($e) === ($e))', '(($e) ?? ($e))', '(($e) ? ($e) : ($e))', '(($e), ($e))', '(void $e)'],
    ...['({ process: $e, metadata: { secret: $e }, [$e]: $e, ...$e })', '[$e, , ...$e]'],
    ...['(($p) => ($e))', '(($p) => { $s })', '(function ($p) { $s })', '(async ($p) => await $e)'],
    ...['(class { #a = $e; static { $e; } process($p) { $s } get b() { $s } })'],
    ...[
      'Object.assign($e, { a: $e, ...$e })',
      '(this.own = $e)',
      '([this.own, , this.a = 1] = $e)',
    ],
  ],
  n: NAMES,
  p: ['', 'request', 'request, handler', '{ request }', '[request = $e]', '...request', 'a = $e'],
  s: [
    ...[
      'return $e;',
      '$e;',
      '{ const { a, ...rest } = $e; return rest; }',
      '{ let [b = $e] = $e; b = $e; }',
    ],
    ...['try { return $e; } catch { $s } finally { $s }', 'if ($e) { $s }', 'for (;$e;$e) { $s }'],
    ...['switch ($e) { case $e: $s }', 'function inner($p) { $s }', 'return;'],
  ],
  // A statement of the program, after its name `$0`.
  program: [
    ...['const $0 = $e;', 'const $0 = $n;', 'const $0 = $n($e);', 'let $0; $0 = $e;'],
    ...['function $0($p) { $s }', 'function $0() { return $e; }', 'const { $0 } = $e;'],
    ...['class $0 { constructor($p) { $s } process($p) { $s } }', 'const [$0] = $e;'],
    ...[
      "import $0 from 'mortise';",
      "import { 'a b' as $0 } from 'mortise';",
      'import * as $0 from "a";',
    ],
    ...['export default function ($p) { $s }', 'export default class { process($p) { $s } }'],
    ...['export default $e;', 'export const $0 = $e;', '$e;', 'for (const $0 of $e) { $e; }'],
  ],
};
/** What ends a program that is deep enough. */
const LEAVES: Readonly<Record<string, string>> = { e: '$n', p: '', s: 'return $n;' };

/** Fills the holes of a text. */
function filled(text: string, depth: number): fc.Arbitrary<string> {
  const [first = '', ...rest] = text.split(/\$(?=[enps]\b)/);
  return fc
    .tuple(
      ...rest.map((each) => {
        const kind = each.charAt(0);
        const leaf = depth > 0 ? undefined : LEAVES[kind];
        const choices = leaf === undefined ? (PARTS[kind] ?? []) : [leaf];
        return fc
          .constantFrom(...choices)
          .chain((choice) => filled(choice, depth - 1))
          .map((part) => part + each.slice(1));
      }),
    )
    .map((parts) => first + parts.join(''));
}

const program = fc
  .tuple(
    ...NAMES.map((name) =>
      fc
        .constantFrom(...(PARTS['program'] ?? []))
        .chain((text) => filled(text, 2))
        .map((text) => text.replaceAll('$0', name)),
    ),
  )
  // A module has one default export.
  .map((all) => all.filter((each, at) => !isDefault(each) || at === all.findIndex(isDefault)))
  .map((all) => all.join('\n'));

function isDefault(statement: string): boolean {
  return statement.startsWith('export default');
}

it.each([
  ['of ESLint', {}],
  ['of TypeScript, without types', { languageOptions: { parser: tseslint.parser } }],
])('no rule throws for a program, as the parser %s reads it', (_parser, more) => {
  const linter = new Linter();
  const configuration = [mortise.configs.recommended, more] as Linter.Config[];
  fc.assert(
    fc.property(program, (text) => {
      const messages = linter.verify(text, configuration); // throws what a rule throws
      fc.pre(!messages.some(({ fatal }) => fatal)); // not a program
    }),
    { numRuns: numRuns(200) },
  );
});
