import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { fromSource } from '../testing/from-source.js';
import { withService } from '../testing/with-service.js';
import { root, writeExamples } from './examples.js';

/** The temporary folder of the examples, which is removed with everything that they write. */
const scratch = mkdtempSync(join(tmpdir(), 'readme-'));
afterAll(() => {
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

async function runsAsPrinted({ file, output }) {
  const { code, stdout, stderr, status } = await run(file);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  if (output !== null) expect(stdout).toBe(output);
  if (status !== null) expect(status).toBeLessThan(500);
}

/** Runs a program to its end; one that prints an address gets a request there, and then a signal to stop. */
async function run(file) {
  const child = spawn(process.execPath, fromSource(file), {
    cwd: root,
    env: { ...process.env, NODE_OPTIONS: '', PORT: '0', TMPDIR: scratch },
  });
  let stdout = '';
  let stderr = '';
  let asked = null;
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
    const address = /http:\/\/\S+/.exec(stdout);
    if (address !== null) asked ??= ask(address[0], child);
  });
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  const [exit, signal] = await once(child, 'close');
  const code = signal === 'SIGTERM' && asked !== null ? 0 : exit;
  return { code, stdout, stderr, status: await asked };
}

/** `null` if the program has closed its server in the meantime. */
async function ask(url, child) {
  const status = await fetch(url).then(
    (response) => response.status,
    () => null,
  );
  child.kill('SIGTERM');
  return status;
}
