import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ServerProcess, startServer } from '../../../tooling/testing/server-process.js';
import { waitFor } from '../../../tooling/testing/wait-for.js';
import { withService } from '../../../tooling/testing/with-service.js';
import { overHttp1, talk } from './clients.js';
import { golden, HEADERS, type Row, rowsOf, type Seen, upgraded } from './golden.js';
import type { Point } from './sdk.js';

interface Report {
  readonly spans: readonly Seen[];
  readonly points: readonly Point[];
  readonly waiting: readonly string[];
}

const HTTP = '@opentelemetry/instrumentation-http';
const onDatabase = withService(
  process.env['DATABASE_URL'] !== undefined,
  'traces of a database (set DATABASE_URL)',
);

describe.each(['before', 'after'])('with instrumentation-http loaded %s the server', (when) => {
  let server: ServerProcess;
  let report: Report;

  const servers = () => report.spans.filter(({ isServer }) => isServer);
  const seen = async (): Promise<Report> => {
    const { spans, ...rest } = (await (await fetch(`${server.url}/seen`)).json()) as Report;
    report = {
      ...rest,
      // Neither the requests for the report, nor the handshakes that clients of this process make.
      spans: spans.filter(({ attributes }) => attributes['url.path'] !== '/seen'),
    };
    return report;
  };

  beforeAll(async () => {
    server = await startServer(new URL('traced-server.ts', import.meta.url), { WHEN: when });
    for (const [at, [ask]] of golden.entries()) {
      const waits = () => waitFor(async () => (await seen()).waiting.length > 0);
      await overHttp1(server.url, ask, HEADERS, waits);
      await waitFor(async () => (await seen(), servers().length > at));
    }
    await talk(server.url, HEADERS);
    await waitFor(async () => (await seen(), servers().length > golden.length));
  }, 120_000);
  afterAll(() => void server.child.kill('SIGKILL'));

  it('each request has one span: its own, completed; of an upgrade, that of this package', () => {
    const [rows, scopes] = [rowsOf(report.spans), servers().map(({ scope }) => scope)];
    expect(rows).toEqual([...golden.map(([, row]) => row), upgraded].map(instrumented));
    expect(scopes).toEqual([...golden.map(() => HTTP), '@mortise/otel']);
  });

  it('its metrics have the route, and those of this package only count the upgrade', () => {
    const counts = report.points
      .filter(({ metric }) => metric === 'http.server.request.duration')
      .filter(({ attributes }) => attributes['http.route'] !== undefined)
      .map(({ attributes, value }) => `${String(attributes['http.route'])} ${value}`);
    const routes = [...golden.map(([, { route }]) => route), '/socket'].filter((r) => r !== null);
    const total = counts.reduce((sum, line) => sum + Number(line.split(' ')[1]), 0);
    expect(new Set(counts.map((line) => line.split(' ')[0]))).toEqual(new Set(routes));
    expect(total).toBe(routes.length);
  });

  onDatabase('and instrumentation-pg and -undici', () => {
    it('a request has its queries, and those that it sends, inside its span', async () => {
      await overHttp1(server.url, { path: '/shop/7' }, HEADERS, () => Promise.resolve());
      const byRoute = (route: string) =>
        servers().filter(({ attributes }) => attributes['http.route'] === route);
      await waitFor(async () => (await seen(), byRoute('/shop/{id}').length === 1));
      const [shop] = byRoute('/shop/{id}');
      const inside = report.spans.filter(({ parent }) => parent === shop?.id);
      expect([shop?.name, shop?.scope]).toEqual(['GET /shop/{id}', HTTP]);
      expect(new Set(inside.map(({ scope }) => scope.replace(HTTP.slice(0, -4), '')))).toEqual(
        new Set(['pg', 'undici']),
      );
      const sent = inside.find(({ scope }) => scope.endsWith('undici'));
      const asked = servers().filter(({ parent }) => parent === sent?.id);
      expect(asked.map(({ name }) => name)).toEqual(['GET /books/{id}']);
    });
  });
});

/** instrumentation-http writes its status after the layer, and 200 for a request that was aborted. */
function instrumented(row: Row): Row {
  return row.status === null ? { ...row, status: 200 } : row;
}
