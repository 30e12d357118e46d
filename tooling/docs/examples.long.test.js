import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import mortise from '@mortise/eslint-plugin';
import { ESLint } from 'eslint';
import tseslint from 'typescript-eslint';
import { TEST_TIMEOUT } from '../jest/preset.js';
import { root } from '../setup/packages.js';
import { fromBuild } from '../testing/from-source.js';
import { withService } from '../testing/with-service.js';
import { writeExamples } from './examples.js';
import { SharedProcess } from './shared-process.js';

/** The temporary folder of the examples, which is removed with everything that they write. */
const scratch = mkdtempSync(join(tmpdir(), 'readme-'));
const env = { ...process.env, NODE_OPTIONS: '', PORT: '0', TMPDIR: scratch };
/** Runs all examples that do not need a process of their own. */
const shared = new SharedProcess(env, TEST_TIMEOUT / 2, fromBuild);
afterAll(() => {
  shared.stop();
  rmSync(scratch, { recursive: true, force: true });
});

// Those of the shared process come first: it strips the types of the others, too.
const examples = writeExamples().toSorted((one, other) => one.alone - other.alone);
const withoutService = examples.filter(({ service }) => service === null);

describe('README examples', () => {
  it('follow the rules of the ESLint plugin, except where a guide shows what to change', async () => {
    const eslint = new ESLint({
      overrideConfigFile: true,
      overrideConfig: [
        mortise.configs.recommended,
        { files: ['**/*.ts'], languageOptions: { parser: tseslint.parser } },
      ],
    });
    const found = [];
    for (const { readme, line, text } of examples) {
      const [result] = await eslint.lintText(text, { filePath: join(root, 'example.ts') });
      for (const { ruleId, message } of result.messages)
        found.push(`${readme}:${line} ${ruleId ?? message}`);
    }
    expect(found).toEqual([
      expect.stringMatching(/^docs\/from-slim-3\.md:\d+ @mortise\/no-request-in-field$/),
      expect.stringMatching(/^docs\/from-slim-4\.md:\d+ @mortise\/no-request-in-field$/),
    ]);
  });

  it.each(withoutService)('$readme:$line runs as printed', runsAsPrinted);
});

for (const service of new Set(examples.map((example) => example.service).filter(Boolean))) {
  const available = process.env[service] !== undefined;
  withService(available, `README examples (set ${service})`)(
    `README examples on ${service}`,
    () => {
      const onService = examples.filter((example) => example.service === service);
      it.each(onService)('$readme:$line runs as printed', runsAsPrinted);
    },
  );
}

/** Nothing, or warnings of development about what recipes send on purpose: other origins, and a form without its token. */
const SILENT =
  /^(?:\(node:\d+\) \[(?:CSRF_TOKEN|CROSS_ORIGIN|CORS_REFUSED)\] .*\n(?:(?!\(node:).*\n)+)*$/;

async function runsAsPrinted({ file, alone, output }) {
  const ended = alone ? await runAlone(file) : await shared.run(file, scratch);
  expect(ended).toMatchObject({ status: 0, stderr: expect.stringMatching(SILENT) });
  if (output !== null) expect(ended.stdout).toBe(output);
  if (ended.asked) expect(ended.asked).toBeLessThan(500);
}

/** Runs a program to its end, or kills it if it hangs. One that prints an address gets a request there, and is ended. */
async function runAlone(file) {
  const child = spawn(process.execPath, fromBuild(file), { cwd: scratch, env });
  const printed = { stdout: '', stderr: '' };
  let asked = null;
  const hanging = setTimeout(() => child.kill('SIGKILL'), TEST_TIMEOUT / 2);
  for (const name of ['stdout', 'stderr']) {
    child[name].setEncoding('utf8').on('data', (chunk) => {
      printed[name] += chunk;
      const address = /http:\/\/\S+/.exec(printed.stdout);
      if (address !== null) asked ??= ask(address[0], child);
    });
  }
  const status = await new Promise((resolve) => {
    child.once('close', (code, signal) => {
      resolve(signal === 'SIGTERM' && asked !== null ? 0 : (code ?? `${signal}: it did not end`));
    });
  });
  clearTimeout(hanging);
  return { ...printed, status, asked: await asked };
}

/** The status of the response; `null` if the program has closed its server in the meantime. */
async function ask(url, child) {
  const response = await fetch(url).catch(() => null);
  child.kill('SIGTERM');
  return response?.status ?? null;
}
