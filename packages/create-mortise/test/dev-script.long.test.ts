import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import { type TemplateName, templates } from 'create-mortise';
import { freePort } from '../../../tooling/setup/free-port.js';
import { fromSource } from '../../../tooling/testing/from-source.js';
import { PROCESS_PATIENCE, waitForEvent } from '../../../tooling/testing/wait-for.js';
import { newProject, removeFolders, statusOf } from './project.js';

/** What Node 20 does not do, and the script of the other templates needs. */
const stripsTypes = (process.features as { typescript?: unknown }).typescript === 'strip';
const names = (Object.keys(templates) as TemplateName[]).filter(
  (name) => stripsTypes || name === 'minimal',
);

afterAll(removeFolders);

it.each(names)(
  'npm run dev of %s serves, restarts after a change, and ends on SIGINT',
  async (template) => {
    const project = newProject(template);
    // A worker runs in a runtime of its own, which is not installed here.
    const script = template === 'worker' ? 'dev:node' : 'dev';
    const dev = new DevScript(project, script, await freePort());
    try {
      const url = await dev.listening('an address');
      expect(await statusOf(`${url}/added`)).toBe(404);
      addRoute(join(project, template === 'minimal' ? 'app.js' : 'src/app.ts'));
      // The same port: the program before the change has ended.
      expect(await dev.listening('an address after a change')).toBe(url);
      expect(await statusOf(`${url}/added`)).toBe(200);
      await dev.interrupt();
      await expect(statusOf(url)).rejects.toThrow(
        expect.objectContaining({ cause: expect.objectContaining({ code: 'ECONNREFUSED' }) }),
      );
    } finally {
      dev.kill();
    }
  },
);

/** The processes of the script: a process group, like those that a terminal starts. */
class DevScript {
  #printed = '';
  /** The end of the last address in what was printed. */
  #read = 0;
  readonly #child;
  readonly #ended;

  constructor(cwd: string, script: string, port: number) {
    const sources = fromSource('').slice(0, -1).join(' ');
    const NODE_OPTIONS = process.env['MORTISE_BUILT'] === '1' ? '' : sources;
    const PATH = [dirname(process.execPath), process.env['PATH']].join(delimiter);
    // npm would leave the cache in the temporary folder.
    const own = { PATH, PORT: String(port), NODE_OPTIONS, NODE_DISABLE_COMPILE_CACHE: '1' };
    const env = { ...process.env, ...own };
    const stdio = ['ignore', 'pipe', 'pipe'] as const;
    this.#child = spawn('npm', ['run', script], { cwd, env, stdio: [...stdio], detached: true });
    for (const output of [this.#child.stdout, this.#child.stderr])
      output.on('data', (chunk: Buffer) => (this.#printed += chunk.toString()));
    // `close` follows the end of every process that has the output, not only of npm.
    this.#ended = once(this.#child, 'close');
  }

  /** The next address that is printed. */
  async listening(what: string): Promise<string> {
    for (;;) {
      const found = /listening on (\S+)\n/.exec(this.#printed.slice(this.#read));
      if (found !== null) {
        this.#read += found.index + found[0].length;
        return String(found[1]);
      }
      await this.#within(`${what} of npm run dev`, once(this.#child.stdout, 'data'));
    }
  }

  /** Ends the script like Ctrl+C, which sends the signal to each of its processes. */
  interrupt(): Promise<unknown> {
    process.kill(-Number(this.#child.pid), 'SIGINT');
    return this.#within('the end of each process after SIGINT', this.#ended);
  }

  /** Ends what a failed test left. */
  kill(): void {
    this.#child.stdout.destroy();
    this.#child.stderr.destroy();
    try {
      process.kill(-Number(this.#child.pid), 'SIGKILL');
    } catch {
      // All have ended.
    }
  }

  #within(what: string, event: Promise<unknown>): Promise<unknown> {
    return waitForEvent(() => `${what}; it printed: ${this.#printed}`, event, PROCESS_PATIENCE);
  }
}

function addRoute(path: string): void {
  const source = readFileSync(path, 'utf8');
  const route = "app.get('/added', (_request, response) => response);";
  writeFileSync(path, source.replace(/^ *(?:return app;|const server)/m, `${route}\n$&`));
}
