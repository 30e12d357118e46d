import { mkdirSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
// @ts-expect-error it has no types of its own
import serveStatic from 'serve-static';
import { temporaryFolder } from '../../../tooling/testing/temporary-folder.js';
import {
  type AppInterface,
  type ConnectHandler,
  createApp,
  factories,
  fromConnect,
  serve,
  underPath,
} from './index.js';

const folder = temporaryFolder();
mkdirSync(join(folder, '@adm'));
writeFileSync(join(folder, '@adm/f.txt'), 'SECRET');
writeFileSync(join(folder, 'f.txt'), 'PUBLIC');
const files = (serveStatic as (root: string) => ConnectHandler)(folder);

const guards = {
  underPath: (path: string) => underPath(path, () => factories.createResponse(403)),
  'fromConnect({ path })': (path: string) =>
    fromConnect((_message, response) => void response.writeHead(403).end(), { path }),
};

/** The status and the body for a path that is sent as it is. */
function ask(port: number, path: string): Promise<readonly [status: number, body: string]> {
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path }, (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => (body += part));
      response.on('end', () => {
        resolve([response.statusCode ?? 0, body]);
      });
    })
      .on('error', reject)
      .end();
  });
}

/** The guarded application alone, or mounted in another one. */
const around = {
  '': (app: AppInterface) => app,
  '/outer': (app: AppInterface) => {
    const outer = createApp();
    outer.mount('/outer', app);
    return outer;
  },
};

it.each(
  Object.entries(guards).flatMap(([name, guard]) =>
    Object.entries(around).flatMap(([outside, wrapped]) =>
      ['', '/files'].map((mount) => [name, outside + mount, mount, guard, wrapped] as const),
    ),
  ),
)(
  '%s guards files of serve-static below "%s", however their path is written',
  async (_name, place, mount, guard, wrapped) => {
    const app = createApp();
    app.add(fromConnect(files, mount === '' ? {} : { path: mount }));
    app.add(guard(`${mount}/@adm`));
    const server = await serve(wrapped(app), { port: 0 });
    try {
      for (const path of [
        ...['/@adm/f.txt', '/%40adm/f.txt', '/@adm%2ff.txt', '/@adm%2f/f.txt', '/%2f@adm/f.txt'],
        ...['/x%2f..%2f@adm/f.txt', '/./@adm/f.txt', '/x/../@adm/f.txt', '//@adm/f.txt'],
        ...['/x//../@adm/f.txt', '/../@adm/f.txt', '/x/../../@adm/f.txt', '/%2e%2e/@adm/f.txt'],
        ...['/@adm/./f.txt', '/@adm//f.txt', '/%2e/@adm/f.txt', '/x/%2e%2e/@adm/f.txt'],
      ])
        expect([path, ...(await ask(server.port, place + path))]).toEqual([path, 403, '']);
      expect(await ask(server.port, `${place}/f.txt`)).toEqual([200, 'PUBLIC']);
    } finally {
      await server.close();
    }
  },
);
