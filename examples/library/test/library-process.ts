import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { openServer } from '../src/database/server.js';
import { inSchema, patiently } from './in-schema.js';
import { folder, programOf } from './program.js';

/** A library in a process of its own, on a schema of a PostgreSQL server that `close` drops. */
export interface LibraryProcess {
  readonly url: string;
  readonly child: ChildProcess;
  /** Of the schema, for a library that follows this one. */
  readonly databaseUrl: string;
  close(): Promise<void>;
}

const PATIENCE = 60_000; // milliseconds: the program compiles its sources first

/** @param wrapper a command that starts the program, such as `['nice']`; what it needs to know is in `variables` */
export async function startLibrary(
  serverUrl: string,
  variables: Record<string, string> = {},
  wrapper: readonly string[] = [],
): Promise<LibraryProcess> {
  const schema = `library_${randomBytes(6).toString('hex')}`;
  const server = openServer(patiently(serverUrl));
  await server.query(`CREATE SCHEMA ${schema}`);
  const databaseUrl = inSchema(serverUrl, schema);
  const words = [...wrapper, process.execPath, ...programOf('main')];
  const [command] = words;
  const environment = { ...process.env };
  delete environment['REDIS_URL'];
  const child = spawn(command ?? process.execPath, words.slice(1), {
    cwd: folder,
    env: { ...environment, NODE_OPTIONS: '', PORT: '0', DATABASE_URL: databaseUrl, ...variables },
  });
  const close = async () => {
    child.kill('SIGKILL');
    await server.query(`DROP SCHEMA ${schema} CASCADE`);
    await server.close();
  };
  try {
    return { url: await printedUrl(child), child, databaseUrl, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function printedUrl(child: ChildProcess): Promise<string> {
  let text = '';
  return new Promise((resolve, reject) => {
    const fail = () => {
      reject(new Error(`it prints no address:\n${text}`));
    };
    const late = setTimeout(fail, PATIENCE);
    child.on('exit', fail);
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        text += chunk.toString();
        const url = /http:\/\/\S+\d/.exec(text)?.[0];
        if (url === undefined) return;
        clearTimeout(late);
        resolve(url);
      });
    }
  });
}
