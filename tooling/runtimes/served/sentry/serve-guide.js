import { readFileSync } from 'node:fs';

const guide = readFileSync(
  new URL('../../../../docs/guides/log-and-trace.md', import.meta.url),
  'utf8',
);
const block = [...guide.matchAll(/^```js\n([^]*?)^```/gm)].find(([text]) =>
  text.includes('@sentry'),
);
/** The statements of the guide's program, without its imports and the call of `serve`. */
const program = block[1].replace(/^import .*|^await serve\(.*/gm, '');

/** Serves the program of the guide with routes, and prints `listening on <port>`. `/kept` is what Sentry would have received. */
export async function serveGuide(modules) {
  const { Sentry, createApp, json, serve } = modules;
  const build = new Function(...Object.keys(modules), `${program}\nreturn { app, report };`);
  const logger = { error() {}, info() {} };
  const { app, report } = build(
    ...Object.values({ ...modules, createApp: (options) => createApp({ ...options, logger }) }),
  );
  app.get('/books/{id}', (_request, response, { id }) => json(response, id));
  app.get('/fail/{id}', (_request, _response, { id }) => {
    throw new RangeError(`shelf ${id}`);
  });
  app.get('/kept', async (_request, response) => {
    await Sentry.flush();
    return json(response, globalThis.kept);
  });
  const admin = createApp({ logger });
  admin.get('/users/{name}', (_request, response, { name }) => json(response, name));
  app.mount('/admin', admin);
  const { port } = await serve(app, { port: 0, onError: report });
  console.log(`listening on ${port}`);
}
