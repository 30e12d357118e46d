/** The programs of docs/recipes.md behind a real nginx with the configuration of that page. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { WebSocket } from 'ws';
import { freePort } from '../setup/free-port.js';
import { waitFor, waitForEvent } from '../testing/wait-for.js';
import { withService } from '../testing/with-service.js';
import { recipeBlock, startRecipe } from './recipe.js';

const NGINX = '/usr/sbin/nginx';

withService(hasNginx(), 'the recipes behind nginx (install nginx)')(
  'docs/recipes.md behind nginx',
  () => {
    let folder: string;
    let running: ChildProcess[];
    beforeEach(() => {
      folder = mkdtempSync(join(tmpdir(), 'nginx-'));
      running = [];
    });
    afterEach(async () => {
      await Promise.all(
        running.map(async (child) => {
          child.kill();
          await once(child, 'exit');
        }),
      );
      rmSync(folder, { recursive: true });
    });

    it('has the address, scheme and host of the client, whatever the client claims', async () => {
      const port = await served('Run behind a proxy');
      const response = await get(port, '/', {
        'X-Forwarded-For': '203.0.113.9',
        'X-Forwarded-Proto': 'http',
        'X-Forwarded-Host': 'evil.example',
      });
      expect(response.headers['strict-transport-security']).toBeDefined();
      expect(JSON.parse(await text(response))).toEqual({
        url: 'https://site.example/',
        address: '127.0.0.2',
      });
    });

    it('sends each event immediately', async () => {
      const port = await served('Send events to the browser');
      const events = await waitForEvent('the stream of events', get(port, '/events', {}));
      const received: string[] = [];
      events.setEncoding('utf8').on('data', (chunk: string) => received.push(chunk));
      for (const message of ['one', 'two']) {
        (await get(port, '/messages', {}, message)).resume();
        await waitFor(() => received.join('').includes(`data: ${message}`));
      }
      events.destroy();
    });

    it('passes WebSockets of its own pages, both ways', async () => {
      const port = await served('Chat over WebSockets');
      const socket = openSocket(port, 'https://site.example');
      const received: string[] = [];
      socket.on('message', (message: Buffer) => received.push(message.toString()));
      await waitForEvent('the connection', once(socket, 'open'));
      socket.send('hello');
      await waitFor(() => received.includes('Ada: hello'));
      socket.close();
      await waitForEvent('the close', once(socket, 'close'));

      const foreign = openSocket(port, 'https://evil.example');
      const refused = new Promise((resolve) => foreign.on('error', resolve));
      expect(String(await waitForEvent('the refusal', refused))).toContain('403');
    });

    /** Serves the program under a heading, and nginx in front of it. @returns the port of nginx */
    async function served(heading: string): Promise<number> {
      const application = await startRecipe(heading);
      running.push(application.child);

      const port = await freePort();
      writeFileSync(join(folder, 'nginx.conf'), configuration(new URL(application.url).host, port));
      certify(folder);
      const nginx = spawn(NGINX, ['-p', folder, '-c', 'nginx.conf', '-e', 'stderr']);
      running.push(nginx);
      await waitFor(() => get(port, '/', {}).then(Boolean, () => false));
      return port;
    }

    function configuration(application: string, port: number): string {
      const site = recipeBlock('Run behind a proxy', 'nginx')
        .replaceAll('127.0.0.1:3000', application)
        .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
        .replaceAll('/etc/ssl/', `${folder}/`);
      return `daemon off; master_process off; pid nginx.pid; events {} http { access_log off; ${site} }`;
    }

    function openSocket(port: number, origin: string): WebSocket {
      return new WebSocket(`wss://127.0.0.1:${port}/chat/Ada`, {
        ...{ origin, servername: 'site.example', headers: { Host: 'site.example' } },
        ca: readFileSync(join(folder, 'site.pem')),
      });
    }

    function get(
      port: number,
      path: string,
      headers: Readonly<Record<string, string>>,
      body?: string,
    ): Promise<IncomingMessage> {
      const sent = request({
        ...{ host: '127.0.0.1', port, path, servername: 'site.example', localAddress: '127.0.0.2' },
        ca: readFileSync(join(folder, 'site.pem')),
        method: body === undefined ? 'GET' : 'POST',
        headers: { Host: 'site.example', ...headers },
      });
      sent.end(body);
      return once(sent, 'response').then(([response]) => response as IncomingMessage);
    }
  },
);

function hasNginx(): boolean {
  try {
    execFileSync(NGINX, ['-v'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

function certify(folder: string): void {
  const files = ['-keyout', join(folder, 'site.key'), '-out', join(folder, 'site.pem')];
  const name = ['-subj', '/CN=site.example', '-addext', 'subjectAltName=DNS:site.example'];
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...files, ...name], {
    stdio: 'ignore',
  });
}
