import { createProject, type TemplateName } from 'create-mortise';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fromBuild } from '../../../tooling/testing/from-source.js';

/** The folder of this package, whose dependencies are those of every template. */
export const home = fileURLToPath(new URL('..', import.meta.url));

/** The output of a program, and its exit code; `null` if a signal ended it. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A folder that {@link removeFolders} removes. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'create-mortise-'));
  folders.push(folder);
  return folder;
}

/** Removes the folders of {@link newFolder}. */
export function removeFolders(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

/** A project whose dependencies are those of the workspace. */
export function newProject(template: TemplateName): string {
  const folder = createProject({ folder: join(newFolder(), 'my-app'), template });
  symlinkSync(join(home, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

/** The status of a page. */
export async function statusOf(url: string): Promise<number> {
  const response = await fetch(url);
  await response.arrayBuffer();
  return response.status;
}

interface RunOptions {
  readonly onOutput?: (printed: string, end: () => void) => void;
  readonly env?: NodeJS.ProcessEnv;
}

/** Runs a program in TypeScript from its source, without a terminal. */
export function runSource(
  [program = '', ...args]: readonly string[],
  cwd: string,
  { onOutput, env }: RunOptions = {},
): Promise<Ended> {
  const command = [...fromBuild(program), ...args];
  const child = spawn(process.execPath, command, {
    cwd,
    env: { ...process.env, NODE_OPTIONS: '', PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk.toString();
    onOutput?.(stdout, () => child.kill('SIGTERM'));
  });
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  return new Promise((resolve) => {
    child.on('close', (code) => {
      resolve({ code, stdout, stderr });
    });
  });
}

const folders: string[] = [];
