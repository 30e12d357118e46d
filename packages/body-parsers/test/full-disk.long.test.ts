import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { fromSource } from '../../../tooling/testing/from-source.js';
import { PROCESS_PATIENCE, waitFor, waitForEvent } from '../../../tooling/testing/wait-for.js';
import { CONTENT_TYPE, field, file, formBytes, type PartToWrite } from './form-bytes.js';

const folder = mkdtempSync(join(tmpdir(), 'full-disk-'));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

// In blocks of 512 bytes; every user may set it.
const LIMITED = 'ulimit -f 512; exec "$@"';
// In a namespace of its own, which goes with the process.
const MOUNTED = `mount -t tmpfs -o size=256k none '${folder}' && exec "$@"`;
const MOUNTING = ['unshare', '-rm', 'sh', '-c', MOUNTED, 'sh'];

/** How a disk is filled up: the kernel's limit for one file, and a small disk where one can be mounted. */
const disks: [name: string, command: readonly string[], code: string][] = [
  ['with room for files of 256 KiB', ['sh', '-c', LIMITED, 'sh'], 'EFBIG'],
];
if (existsSync('/proc/self/fd') && succeeds([...MOUNTING, 'true'])) {
  disks.push(['of 256 KiB', MOUNTING, 'ENOSPC']);
}

describe.each(disks)('a disk %s', (_, command, code) => {
  let server: ChildProcess;
  let url = '';
  beforeAll(async () => {
    server = started(command);
    const printed = once(server.stdout as NodeJS.ReadableStream, 'data');
    const [port] = (await waitForEvent('the port of the server', printed, PROCESS_PATIENCE)) as [
      Buffer,
    ];
    url = `http://127.0.0.1:${String(port).trim()}/`;
  });
  afterAll(() => {
    server.kill('SIGKILL');
  });

  it('sets error 7 for a file that does not fit, keeps the rest of the form, and leaves no file', async () => {
    const form = [field('a', '1'), file('small', 'x'), file('large', large()), file('b', kib(100))];
    const files = [
      ['small', 0, 1],
      ['large', 7, null],
      ['b', 0, 102_400],
    ];
    expect(await post(form)).toEqual({ fields: { a: '1' }, files });
    expect(await settled()).toEqual({ ...NOTHING, codes: [code] });
  });

  it('serves other requests while files do not fit, and stores files again once there is room', async () => {
    const failing = Array.from({ length: 8 }, () => post([file('large', large())]));
    const others = Array.from({ length: 8 }, () => post([file('small', kib(10))]));
    expect(new Set((await Promise.all(failing)).map((seen) => JSON.stringify(seen)))).toEqual(
      new Set(['{"fields":{},"files":[["large",7,null]]}']),
    );
    for (const seen of await Promise.all(others)) {
      expect(seen).toEqual({ fields: {}, files: [['small', 0, 10_240]] });
    }
    expect(await settled()).toEqual({ ...NOTHING, codes: [code] });
    expect(await post([file('f', kib(200))])).toEqual({ fields: {}, files: [['f', 0, 204_800]] });
    expect(await settled()).toEqual({ ...NOTHING, codes: [] });
    expect(server.exitCode).toBeNull();
  });

  async function post(parts: readonly PartToWrite[]): Promise<unknown> {
    const headers = { 'Content-Type': CONTENT_TYPE };
    const response = await fetch(url, { method: 'POST', headers, body: formBytes(parts) });
    return response.json();
  }

  /** Files are closed and removed after the response. */
  async function settled(): Promise<unknown> {
    let codes: unknown[] = [];
    let left: typeof NOTHING & { codes: unknown[] } = { ...NOTHING, codes };
    await waitFor(async () => {
      left = (await (await fetch(url)).json()) as typeof left;
      codes = [...codes, ...left.codes];
      return left.files + left.descriptors === 0;
    });
    return { ...left, codes };
  }
});

const NOTHING = { files: 0, descriptors: 0, unsettled: 0 };

const kib = (size: number): Buffer => Buffer.alloc(size * 1024);
const large = (): Buffer => kib(1024);

function succeeds([program = '', ...args]: readonly string[]): boolean {
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0;
}

/** The server under a command. */
function started([program = '', ...args]: readonly string[]): ChildProcess {
  const server = fromSource(new URL('full-disk-server.ts', import.meta.url));
  return spawn(program, [...args, process.execPath, ...server, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}
