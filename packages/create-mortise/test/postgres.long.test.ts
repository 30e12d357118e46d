import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import pg from 'pg';
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

  it('keeps books over a restart, is ready, and ends on SIGTERM', async () => {
    const env = { DATABASE_URL: `${url}?options=-c%20search_path%3D${schema}` };
    const folder = newProject('api');
    const whileRunning = async <T>(use: (base: string) => Promise<T>): Promise<T> => {
      let used: Promise<T> | undefined;
      const onOutput = (printed: string, end: () => void): void => {
        const base = /listening on (\S+)\n/.exec(printed)?.[1];
        if (base !== undefined && used === undefined) used = use(base).finally(end);
      };
      const { code, stderr } = await runSource(['src/main.ts'], folder, { onOutput, env });
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      return used as Promise<T>;
    };
    const added = await whileRunning(async (base) => {
      const headers = { 'Content-Type': 'application/json' };
      const body = '{"title":"Emma"}';
      return (await fetch(`${base}/books`, { method: 'POST', headers, body })).json();
    });
    expect(added).toEqual({ id: 1, title: 'Emma' });
    const seen = await whileRunning(async (base) =>
      Promise.all(
        ['/books', '/books/1', '/books/2', '/health/ready'].map(async (path) => {
          const response = await fetch(`${base}${path}`);
          return [response.status, await response.text()];
        }),
      ),
    );
    expect(seen).toEqual([
      [200, '[{"id":1,"title":"Emma"}]'],
      [200, '{"id":1,"title":"Emma"}'],
      [404, expect.any(String)],
      [200, '{"status":"pass"}'],
    ]);
  });
});
