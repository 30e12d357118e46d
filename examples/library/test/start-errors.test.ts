import { fileURLToPath } from 'node:url';
import { describe, expect, it, jest } from '@jest/globals';
import { openLibrary } from '../src/database/open-library.js';
import { withUnavailable } from '../src/database/unavailable.js';
import { openRedis } from '../src/operation/redis-client.js';

describe('an error at the start', () => {
  it('names DATABASE_URL and the cause if there is no PostgreSQL, and no password', async () => {
    const databaseUrl = 'postgres://nobody:s3cret@127.0.0.1:1/none';
    const opened = openLibrary({ databaseUrl, dataFolder: '', passwordCost: 2 });
    await expect(opened).rejects.toThrow(/^DATABASE_URL: connect ECONNREFUSED 127\.0\.0\.1:1$/);
  });

  it('names LIBRARY_DATA and the cause if its folder cannot be used', async () => {
    const dataFolder = fileURLToPath(import.meta.url);
    const opened = openLibrary({ databaseUrl: null, dataFolder, passwordCost: 2 });
    await expect(opened).rejects.toThrow(/^LIBRARY_DATA: EEXIST: file already exists/);
  });

  it('names REDIS_URL and the cause if there is no Redis, and does not wait for it', async () => {
    const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    await expect(openRedis('redis://127.0.0.1:1')).rejects.toThrow(
      /^REDIS_URL: connect ECONNREFUSED 127\.0\.0\.1:1$/,
    );
    logged.mockRestore();
  });
});

it('promises nothing about a change whose connection breaks: it can be committed', async () => {
  const broken = () => Promise.reject(new Error('Connection terminated unexpectedly'));
  const database = withUnavailable({
    ...{ description: '', query: broken, transaction: broken, close: () => Promise.resolve() },
  });
  const failed: unknown = await database.transaction(broken).catch((error: unknown) => error);
  expect(failed).toMatchObject({ status: 503, code: 'DATABASE_UNAVAILABLE' });
  expect(String(failed)).not.toContain('Nothing was changed');
});
