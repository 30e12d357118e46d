/**
 * Compares the public types of every entry with its committed report, `packages/NAME/api/ENTRY.api.md`, so that no
 * signature changes by accident. Run after the build.
 *
 *     npm run api [-- router app]     # accepts the current types: commit the reports with the change
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { CompilerState, Extractor, ExtractorConfig } from '@microsoft/api-extractor';
import { entriesOf, packages, root } from '../setup/packages.js';
import { conclude } from './conclude.js';

const accept = process.argv.includes('--accept');
const chosen = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const scratch = join(root, '.cache', 'api-reports');
const problems = [];
const entries = [];
for (const name of chosen)
  if (!existsSync(join(root, 'packages', name)))
    complain(join(root, 'packages', name), 'no such package');
for (const one of packages())
  if (chosen.length === 0 || chosen.includes(one.directory)) collectEntries(one);
checkEntries();
conclude(entries.length, 'entries', problems);

function collectEntries(one) {
  const { folder } = one;
  const reports = join(folder, 'api');
  const known = new Set();
  for (const { path, target } of entriesOf(one)) {
    const report = `${path === '.' ? 'index' : path.slice(2).replaceAll('/', '-')}.api.md`;
    known.add(report);
    entries.push({ folder, types: join(folder, target.import.types), reports, report });
  }
  if (!existsSync(reports)) return;
  for (const file of readdirSync(reports)) {
    if (known.has(file)) continue;
    if (accept) rmSync(join(reports, file));
    else complain(join(reports, file), 'no entry of the package has this report');
  }
}

/** One program has all entries: each of its own would read the types of the language and of Node again. */
function checkEntries() {
  const built = entries.filter(({ types }) => {
    if (existsSync(types)) return true;
    complain(types, 'is not built; run `npm run build` first');
    return false;
  });
  if (built.length === 0) return;
  const [first] = built;
  const report = {
    reportFolder: first.reports,
    reportTempFolder: scratch,
    reportFileName: first.report,
  };
  const compilerState = CompilerState.create(configOf(first.folder, first.types, report), {
    additionalEntryPoints: built.map(({ types }) => types),
  });
  for (const each of built) checkEntry(each, compilerState);
}

function checkEntry(
  { folder, types, reports: reportFolder, report: reportFileName },
  compilerState,
) {
  const path = join(reportFolder, reportFileName);
  const before = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const reportTempFolder = join(scratch, basename(folder));
  for (const each of [reportFolder, reportTempFolder]) mkdirSync(each, { recursive: true });
  const { succeeded, errorCount } = Extractor.invoke(
    configOf(folder, types, { reportFolder, reportTempFolder, reportFileName }),
    {
      compilerState,
      localBuild: accept,
      messageCallback: (message) => (message.handled = message.logLevel !== 'error'),
    },
  );
  if (accept && errorCount === 0) {
    writeFileSync(path, withSpaces(readFileSync(path, 'utf8')));
    return;
  }
  if (succeeded) return;
  const now = readFileSync(join(reportTempFolder, reportFileName), 'utf8');
  const command = `run \`npm run api -- ${basename(folder)}\` and commit the report`;
  if (before === '') complain(path, `the entry has no report; ${command}`);
  else complain(path, `${differenceOf(before, now)}\n  if this is meant, ${command}`);
}

/** Built declarations are indented by tabs, which the extractor copies after its own spaces. */
function withSpaces(report) {
  return report.replaceAll(/^ {0,4}(\t+)/gm, (_, tabs) => '    '.repeat(tabs.length));
}

function complain(path, problem) {
  problems.push(`${path.slice(root.length)}: ${problem}`);
}

/** The first line that differs, which is enough to identify the change. */
function differenceOf(before, after) {
  const [old, now] = [before, after].map((text) => text.split('\n'));
  const at = now.findIndex((line, index) => line !== old[index]);
  return `the public types changed at line ${at + 1}\n  - ${old[at] ?? ''}\n  + ${now[at] ?? ''}`;
}

function configOf(folder, types, report) {
  const compilerOptions = {
    target: 'ES2023',
    module: 'NodeNext',
    moduleResolution: 'NodeNext',
    lib: ['ES2023', 'ES2024.String', 'DOM', 'DOM.Iterable', 'ESNext.Disposable'],
    strict: true,
    types: ['node'],
    typeRoots: [join(root, 'node_modules/@types')],
    skipLibCheck: true,
  };
  const hidden = { logLevel: 'none' };
  return ExtractorConfig.prepare({
    packageJsonFullPath: join(folder, 'package.json'),
    configObjectFullPath: undefined,
    configObject: {
      projectFolder: folder,
      mainEntryPointFilePath: types,
      bundledPackages: [],
      newlineKind: 'lf',
      compiler: { overrideTsconfig: { files: [types], compilerOptions } },
      apiReport: { enabled: true, includeForgottenExports: true, ...report },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      messages: {
        extractorMessageReporting: {
          default: { logLevel: 'warning', addToApiReportFile: true },
          // Declarations of other packages in a file for CommonJS; the message contains their path.
          'ae-wrong-input-file-type': hidden,
          'ae-missing-release-tag': hidden,
          'ae-unresolved-link': hidden,
          'ae-forgotten-export': hidden,
          // Contains a line number of the source, so that every edit would change the report.
          'ae-undocumented': hidden,
        },
        tsdocMessageReporting: { default: hidden },
      },
    },
  });
}
