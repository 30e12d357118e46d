import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import pg from 'pg';
import { waitFor } from '../../../tooling/testing/wait-for.js';
import { withService } from '../../../tooling/testing/with-service.js';
import { newProject, removeFolders, runSource } from './project.js';

const url = process.env['DATABASE_URL'] ?? '';
const onServer = withService(url !== '', 'PostgreSQL for the template api (set DATABASE_URL)');

onServer('the template api with DATABASE_URL', () => {
  const schema = `template_${randomBytes(6).toString('hex')}`;
  const pool = new pg.Pool({ connectionString: url });
  beforeAll(() => pool.query(`create schema ${schema}`));
  afterAll(async () => {
    await pool.query(`drop schema ${schema} cascade`);
    await pool.end();
    removeFolders();
  });

  /** Runs the program of a project until `use` has settled. */
  async function whileRunning<T>(
    folder: string,
    use: (base: string) => Promise<T>,
  ): Promise<{ used: T; code: number | null; stderr: string }> {
    const parameters = `options=-c%20search_path%3D${schema}&application_name=${schema}`;
    const env = { DATABASE_URL: `${url}?${parameters}` };
    let used: Promise<T> | undefined;
    const onOutput = (printed: string, end: () => void): void => {
      const base = /listening on (\S+)\n/.exec(printed)?.[1];
      if (base !== undefined && used === undefined) used = use(base).finally(end);
    };
    const { code, stderr } = await runSource(['src/main.ts'], folder, { onOutput, env });
    return { used: await (used as Promise<T>), code, stderr };
  }

  it('keeps books over a restart, is ready, and ends on SIGTERM', async () => {
    const folder = newProject('api');
    const added = await whileRunning(folder, async (base) => {
      const headers = { 'Content-Type': 'application/json' };
      const body = '{"title":"Emma"}';
      return (await fetch(`${base}/books`, { method: 'POST', headers, body })).json();
    });
    expect(added).toEqual({ used: { id: 1, title: 'Emma' }, code: 0, stderr: '' });
    const { used: seen, ...ended } = await whileRunning(folder, async (base) =>
      Promise.all(
        ['/books', '/books/1', '/books/2', '/health/ready'].map(async (path) => {
          const response = await fetch(`${base}${path}`);
          return [response.status, await response.text()];
        }),
      ),
    );
    expect(ended).toEqual({ code: 0, stderr: '' });
    expect(seen).toEqual([
      [200, '[{"id":1,"title":"Emma"}]'],
      [200, '{"id":1,"title":"Emma"}'],
      [404, expect.any(String)],
      [200, '{"status":"pass"}'],
    ]);
  });

  it('goes on when the database closes its idle connections, and reports that', async () => {
    const mine = 'from pg_stat_activity where application_name = $1';
    const { used, code, stderr } = await whileRunning(newProject('api'), async (base) => {
      const before = await fetch(`${base}/books`);
      const { rowCount } = await pool.query(`select pg_terminate_backend(pid) ${mine}`, [schema]);
      await waitFor(async () => {
        const { rows } = await pool.query<{ left: number }>(
          `select count(*)::int as left ${mine}`,
          [schema],
        );
        return rows[0]?.left === 0;
      });
      const after = await fetch(`${base}/books`);
      return [before.status, rowCount, after.status];
    });
    expect([used, code]).toEqual([[200, 1, 200], 0]);
    expect(stderr).toContain('terminating connection due to administrator command');
  });
});
