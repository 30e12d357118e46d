/** Static files under an application that is pinned to a release with another rule for paths. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installProject, runIn } from './project.js';

/** Where the copy of the rule in `@mortise/app` decides whether an escape is decoded. */
const RULE = 'SEGMENT[point] === 1';
/** As in an older release: `%40` and `@` are two paths. */
const OLDER = `(point !== 0x40 && ${RULE})`;

const PROGRAM = `import { get } from 'node:http';
import { staticFiles } from '@mortise/static/node';
import { createApp, serve, text, underPath } from 'mortise';

const app = createApp();
app.add(staticFiles({ root: 'site' }));
app.add(underPath('/@admin', (_request, _handler) => text(app.factories.createResponse(403), 'refused')));
const server = await serve(app, { port: 0 });
for (const path of ['/@admin/f.txt', '/%40admin/f.txt', '/a%20b.txt']) {
  await new Promise((resolve) => {
    get({ port: server.port, path }, (response) => {
      console.log(path, response.statusCode);
      response.resume().on('end', resolve);
    });
  });
}
await server.close();
`;
const SAME = '/@admin/f.txt 403\n/%40admin/f.txt 403\n/a%20b.txt 200\n';
const PINNED = '/@admin/f.txt 403\n/%40admin/f.txt 404\n/a%20b.txt 200\n';

/** @returns {Promise<string[]>} a sentence if a guard of the application is passed */
export async function checkPinnedApp(scratch, env) {
  const project = await installProject(scratch, ['mortise', '@mortise/static'], env, {
    type: 'module',
  });
  mkdirSync(join(project, 'site/@admin'), { recursive: true });
  writeFileSync(join(project, 'site/@admin/f.txt'), 'secret');
  writeFileSync(join(project, 'site/a b.txt'), 'open');
  writeFileSync(join(project, 'program.js'), PROGRAM);
  const run = async () => {
    const { stdout, stderr } = await runIn(process.execPath, ['program.js'], project, env, 20_000);
    return stdout + stderr;
  };
  const same = await run();
  const file = join(project, 'node_modules/@mortise/app/dist/start/index.js');
  const text = readFileSync(file, 'utf8');
  if (!text.includes(RULE)) return [`${file} has no "${RULE}"`];
  writeFileSync(file, text.replace(RULE, OLDER));
  const pinned = await run();
  return same === SAME && pinned === PINNED
    ? []
    : [`static files under an application with another rule for paths: ${same}${pinned}`];
}
