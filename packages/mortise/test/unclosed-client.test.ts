import { describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
const LOADER = new URL('../../../tooling/loader/register.js', import.meta.url).href;

/** Runs a program that imports the sources, until it ends by itself. */
const outputOf = async (program: string): Promise<string> => {
  const args = ['--conditions=@mortise/source', '--import', LOADER, '--input-type=module'];
  const options = { cwd: new URL('.', import.meta.url), timeout: 60_000 };
  return (await run(process.execPath, [...args, '--eval', program], options)).stdout;
};

const BEGIN = `
  import { createApp, text } from 'mortise';
  import { overSocket } from 'mortise/testing';
  const app = createApp();
  const client = overSocket(app);
`;

describe('a process with a client over a socket that was not closed', () => {
  it('ends, as after a failed assertion', async () => {
    const program = `${BEGIN}
      app.get('/', (_request, response) => text(response, 'hello'));
      console.log(await (await client.get('/')).getBody().text());
    `;
    expect(await outputOf(program)).toBe('hello\n');
  });

  it('waits for a request before it ends', async () => {
    const program = `${BEGIN}
      app.get('/', async (_request, response) => {
        await new Promise((resolve) => setTimeout(resolve, 50).unref());
        return text(response, 'late');
      });
      await client.get('/').then((response) => response.getBody().text()).then(console.log);
    `;
    expect(await outputOf(program)).toBe('late\n');
  });

  it('adds no listener to the server with each request, about which Node warns', async () => {
    const program = `${BEGIN}
      process.on('warning', ({ name }) => console.log(name));
      app.get('/', (_request, response) => text(response, 'hello'));
      for (let count = 0; count < 12; count++) await client.get('/');
      console.log('sent');
    `;
    expect(await outputOf(program)).toBe('sent\n');
  });
});
