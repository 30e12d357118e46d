/**
 * Rules of `npm run dev` in a project of each template of `create-mortise`, with the published builds. The script
 * needs a Node that strips types.
 *
 *     node --test tooling/runtimes/dev-script-rules.js
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { freePort } from '../setup/free-port.js';
import { createProject, templates } from '../../packages/create-mortise/dist/esm/index.js';

const TIMEOUT = 10_000;
const MODULES = join(process.cwd(), 'packages', 'create-mortise', 'node_modules');
const scratch = mkdtempSync(join(tmpdir(), 'dev-script-'));
after(() => rmSync(scratch, { recursive: true, force: true }));

for (const template of Object.keys(templates)) {
  // A worker runs in a runtime of its own, which is not installed here.
  const script = template === 'worker' ? 'dev:node' : 'dev';
  const rule = `npm run ${script} of ${template} serves, restarts after a change, and ends on SIGINT`;
  test(rule, { skip: process.features.typescript !== 'strip' }, async () => {
    const project = createProject({ folder: join(scratch, template), template });
    symlinkSync(MODULES, join(project, 'node_modules'));
    const dev = new DevScript(project, script, await freePort());
    try {
      const url = await dev.listening('did not listen');
      assert.equal(await statusOf(`${url}/added`), 404);
      const changed = template === 'minimal' ? 'app.js' : 'src/app.ts';
      addRoute(join(project, changed));
      // The same port: the program before the change has ended.
      assert.equal(await dev.listening(`did not restart after a change of ${changed}`), url);
      assert.equal(await statusOf(`${url}/added`), 200);
      await dev.interrupt();
      await assert.rejects(statusOf(url), ({ cause }) => cause.code === 'ECONNREFUSED');
    } finally {
      dev.kill();
    }
  });
}

/** The processes of `npm run dev`: a process group, like those that a terminal starts. */
class DevScript {
  #printed = '';
  /** The end of the last address in what was printed. */
  #read = 0;
  #child;
  #ended;

  constructor(cwd, script, port) {
    const PATH = [dirname(process.execPath), process.env.PATH].join(delimiter);
    const env = { ...process.env, PATH, PORT: String(port), NODE_OPTIONS: '' };
    const stdio = ['ignore', 'pipe', 'pipe'];
    this.#child = spawn('npm', ['run', script], { cwd, env, stdio, detached: true });
    for (const output of [this.#child.stdout, this.#child.stderr])
      output.on('data', (chunk) => (this.#printed += chunk));
    // `close` follows the end of every process that has the output, not only of npm.
    this.#ended = once(this.#child, 'close');
  }

  /** @returns the next address that is printed */
  async listening(problem) {
    for (;;) {
      const found = /listening on (\S+)\n/.exec(this.#printed.slice(this.#read));
      if (found !== null) {
        this.#read += found.index + found[0].length;
        return found[1];
      }
      await this.#within(once(this.#child.stdout, 'data'), problem);
    }
  }

  /** Ends the script like Ctrl+C, which sends the signal to each of its processes. */
  interrupt() {
    process.kill(-this.#child.pid, 'SIGINT');
    return this.#within(this.#ended, 'left a process after SIGINT');
  }

  /** Ends what a failed test left; a process that has another group keeps neither output open. */
  kill() {
    this.#child.stdout.destroy();
    this.#child.stderr.destroy();
    try {
      process.kill(-this.#child.pid, 'SIGKILL');
    } catch (error) {
      if (error.code !== 'ESRCH') throw error;
    }
  }

  async #within(event, problem) {
    const late = setTimeout(TIMEOUT, 'late', { ref: false });
    if ((await Promise.race([event, late])) !== 'late') return;
    throw new Error(`the script ${problem} within 10 s; it printed: ${this.#printed}`);
  }
}

function addRoute(path) {
  const source = readFileSync(path, 'utf8');
  const route = "app.get('/added', (_request, response) => response);";
  writeFileSync(path, source.replace(/^ *(?:return app;|const server)/m, `${route}\n$&`));
}

async function statusOf(url) {
  const response = await fetch(url);
  await response.arrayBuffer();
  return response.status;
}
