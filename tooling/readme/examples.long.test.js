import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { TEST_TIMEOUT } from '../jest/preset.js';
import { fromBuild } from '../testing/from-source.js';
import { withService } from '../testing/with-service.js';
import { root, writeExamples } from './examples.js';

/** The temporary folder of the examples, which is removed with everything that they write. */
const scratch = mkdtempSync(join(tmpdir(), 'readme-'));
/** The process of all examples that do not need one of their own; `undefined` before the first, and after a crash. */
let shared;
const runner = new URL('one-after-another.js', import.meta.url);
afterAll(() => {
  shared?.kill('SIGKILL');
  rmSync(scratch, { recursive: true, force: true });
});

const [withoutService, onService] = [[], []];
for (const example of writeExamples()) {
  const place = example.service === null ? withoutService : onService;
  place.push(example);
}

describe('README examples', () => {
  it.each(withoutService)('$readme:$line runs as printed', runsAsPrinted);
});

for (const service of new Set(onService.map((example) => example.service))) {
  const available = process.env[service] !== undefined;
  withService(available, `README examples (set ${service})`)(
    `README examples on ${service}`,
    () => {
      const examples = onService.filter((example) => example.service === service);
      it.each(examples)('$readme:$line runs as printed', runsAsPrinted);
    },
  );
}

async function runsAsPrinted(example) {
  const { code, stdout, stderr, status } = await run(example);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  if (example.output !== null) expect(stdout).toBe(example.output);
  if (status !== null) expect(status).toBeLessThan(500);
}

/** Runs a program to its end, or kills it if it hangs. One that prints an address gets a request there. */
async function run({ file, alone }) {
  const child = alone ? start(file) : (shared ??= start(runner));
  const printed = { stdout: '', stderr: '' };
  let asked = null;
  const hanging = setTimeout(() => child.kill('SIGKILL'), TEST_TIMEOUT / 2);
  const code = await new Promise((resolve) => {
    for (const name of ['stdout', 'stderr']) {
      child[name].removeAllListeners('data').on('data', (chunk) => {
        printed[name] += chunk;
        const address = /http:\/\/[^\s\0]+/.exec(printed.stdout);
        if (address !== null) asked ??= ask(address[0], alone ? child : null);
        if (Object.values(printed).every((text) => text.includes('\0'))) resolve(0);
      });
    }
    child.removeAllListeners('close').once('close', (exit, signal) => {
      if (!alone) shared = undefined;
      resolve(signal === 'SIGTERM' && asked !== null ? 0 : (exit ?? `${signal}: it did not end`));
    });
    if (!alone) child.send({ file, folder: root });
  });
  clearTimeout(hanging);
  const [stdout, stderr] = Object.values(printed).map((text) => text.split('\0', 1)[0]);
  return { code, stdout, stderr, status: await asked };
}

function start(program) {
  // PostgreSQL, which two examples embed, is compiled once, without optimizing it.
  const child = spawn(process.execPath, ['--liftoff-only', ...fromBuild(program)], {
    cwd: root,
    env: { ...process.env, NODE_OPTIONS: '', PORT: '0', TMPDIR: scratch },
    stdio: ['pipe', 'pipe', 'pipe', ...(program === runner ? ['ipc'] : [])],
  });
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8');
  return child;
}

/** `null` if the program has closed its server in the meantime. */
async function ask(url, child) {
  const response = await fetch(url).catch(() => null);
  child?.kill('SIGTERM');
  return response?.status ?? null;
}
