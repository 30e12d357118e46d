import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { waitFor, waitForEvent } from '../../../../tooling/testing/wait-for.js';
import { ask } from './fast-cgi.js';

const SOCKET = 'socket';

/** A form as it comes to a server. */
export interface FormPost {
  readonly contentType: string;
  readonly body: Uint8Array;
  /** Default POST. */
  readonly method?: string;
  /** Default: how long the body is. */
  readonly contentLength?: number;
}

/** What PHP made of a form, in the encoding of the fixtures. */
export interface PhpForm {
  readonly fields: unknown;
  readonly fieldsFlat: readonly unknown[];
  readonly files: unknown;
  readonly phpFiles: unknown;
  readonly warning?: string;
}

/** @returns null where there is no php-cgi (Debian: `apt-get install php-cgi`) */
export function phpCgiVersion(): string | null {
  const { status, stdout } = spawnSync('php-cgi', ['-v'], { encoding: 'utf8' });
  return status === 0 ? (/^PHP (\S+)/.exec(stdout)?.[1] ?? stdout) : null;
}

/** One php-cgi that answers forms by FastCGI, one after the other. */
export class PhpCgi {
  readonly #process: ChildProcess;
  readonly #folder: string;

  private constructor(process: ChildProcess, folder: string) {
    this.#process = process;
    this.#folder = folder;
  }

  /** @param ini settings of PHP, with which it starts */
  static async start(ini: Readonly<Record<string, string>> = {}): Promise<PhpCgi> {
    // Not where TMPDIR says: the path of a socket has room for a hundred bytes.
    const folder = mkdtempSync('/tmp/php-cgi-');
    const settings = Object.entries(ini).flatMap(([name, value]) => ['-d', `${name}="${value}"`]);
    const quiet = ['-d', 'display_errors=0', '-d', 'error_log=/dev/null', '-d', 'html_errors=0'];
    const child = spawn('php-cgi', ['-n', '-b', join(folder, SOCKET), ...quiet, ...settings], {
      stdio: 'ignore',
      // It would end after 500 forms.
      env: { PATH: process.env['PATH'], TMPDIR: folder, PHP_FCGI_MAX_REQUESTS: '0' },
    });
    const server = new PhpCgi(child, folder);
    (await server.#connected()).destroy();
    return server;
  }

  async post({ contentType, body, method = 'POST', contentLength }: FormPost): Promise<PhpForm> {
    const parameters = {
      GATEWAY_INTERFACE: 'CGI/1.1',
      SCRIPT_FILENAME: fileURLToPath(new URL('post.php', import.meta.url)),
      REQUEST_METHOD: method,
      CONTENT_TYPE: contentType,
      CONTENT_LENGTH: String(contentLength ?? body.length),
    };
    const answer = await ask(await this.#connected(), parameters, body);
    return JSON.parse(answer.slice(answer.indexOf('\r\n\r\n'))) as PhpForm;
  }

  async end(): Promise<void> {
    const ended = once(this.#process, 'exit');
    this.#process.kill();
    await waitForEvent('php-cgi to exit', ended);
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** It takes a moment to start. */
  async #connected(): Promise<Socket> {
    let socket: Socket | null = null;
    await waitFor(async () => (socket = await this.#connection()) !== null);
    return socket as unknown as Socket;
  }

  async #connection(): Promise<Socket | null> {
    const socket = connect(join(this.#folder, SOCKET));
    try {
      await once(socket, 'connect');
      return socket;
    } catch {
      return null;
    }
  }
}
