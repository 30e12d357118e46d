/**
 * The recipe with Prisma, whose client is generated: its libraries are installed into `.cache/prisma/`, as they are larger than
 * a quarter of all others together.
 */
import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from '@jest/globals';
import pg from 'pg';
import { installTools, withNpm } from '../setup/install-tools.js';
import { root } from '../setup/packages.js';
import { withService } from '../testing/with-service.js';
import { recipeBlock } from './recipe.js';

const { DATABASE_URL: databaseUrl } = process.env;
const on = withService(databaseUrl !== undefined, 'the recipe with Prisma (set DATABASE_URL)');
const home = join(root, '.cache/prisma');
const run = promisify(execFile);

on('docs/recipes.md: Query with Prisma', () => {
  it('prints what the page says, and ends', async () => {
    prepare();
    await compile();
    const printed = await inNewDatabase((url) =>
      run(process.execPath, ['dist/app.js'], {
        cwd: home,
        env: { ...process.env, NODE_OPTIONS: '', PORT: '0', DATABASE_URL: url },
      }),
    );
    expect(printed.stdout).toBe(recipeBlock('Query with Prisma', 'text'));
  });
});

function prepare() {
  const version = '7.10.0';
  const dependencies = {
    prisma: version,
    '@prisma/client': version,
    '@prisma/adapter-pg': version,
  };
  const manifest = { private: true, type: 'module', dependencies };
  // Their scripts would download engines.
  installTools(home, JSON.stringify(manifest), withNpm('--ignore-scripts'));
  for (const folder of ['src', 'prisma']) mkdirSync(join(home, folder), { recursive: true });
  writeFileSync(join(home, 'src/app.ts'), recipeBlock('Query with Prisma', 'typescript'));
  writeFileSync(join(home, 'prisma/schema.prisma'), recipeBlock('Query with Prisma', 'prisma'));
}

async function compile() {
  // It downloads an engine for migrations, which a client does not use, unless there is one.
  const env = { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath };
  await run(join(home, 'node_modules/.bin/prisma'), ['generate'], { cwd: home, env });
  const options =
    '--ignoreConfig --module nodenext --target es2023 --strict --skipLibCheck --types node';
  const words = `${options} --rootDir src --outDir dist src/app.ts`.split(' ');
  await run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), ...words], {
    cwd: home,
  });
}

async function inNewDatabase(use) {
  const name = `prisma_${process.pid}`;
  const server = new pg.Client({ connectionString: databaseUrl });
  await server.connect();
  try {
    await server.query(`CREATE DATABASE ${name}`);
    const url = new URL(databaseUrl ?? '');
    url.pathname = name;
    return await use(url.href);
  } finally {
    await server.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await server.end();
  }
}
