import { PassThrough } from 'node:stream';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { waitForEvent } from '../../../tooling/testing/wait-for.js';
import { ask, type Answers } from './ask.js';
import { templates } from './templates.js';

const DEFAULTS: Answers = { folder: 'mortise-app', template: 'api' };
const { stdin, stdout } = process;

afterEach(() => {
  setStreams(stdin, stdout);
  jest.restoreAllMocks();
});

function setStreams(input: unknown, output: unknown): void {
  Object.defineProperty(process, 'stdin', { value: input, configurable: true });
  Object.defineProperty(process, 'stdout', { value: output, configurable: true });
}

/** What is answered to typed lines, and what was shown. */
async function answered(typed: string, given: Partial<Answers> = {}) {
  const [input, output] = [new PassThrough(), new PassThrough()];
  setStreams(input, output);
  const listed: unknown[] = [];
  jest.spyOn(console, 'log').mockImplementation((line) => void listed.push(line));
  input.end(typed);
  const answers = await waitForEvent('the answers', ask(given, DEFAULTS));
  return { answers, listed, shown: String(output.read() ?? '') };
}

describe('the questions of create-mortise', () => {
  it('are asked in order with their defaults, and answered by lines without spaces around', async () => {
    const { answers, shown, listed } = await answered(' my-app \nweb\n');
    expect(answers).toEqual({ folder: 'my-app', template: 'web' });
    expect(shown).toBe('Folder (mortise-app): Template (api): ');
    const lines = Object.entries(templates).map(
      ([name, text], index) => `  ${index + 1}. ${name.padEnd(12)}${text}`,
    );
    expect(listed).toEqual(lines);
  });

  it.each(Object.keys(templates).map((name, index): [number, string] => [index + 1, name]))(
    'accept %i for the template %s',
    async (number, template) => {
      expect((await answered(`${number}\n`, { folder: 'a' })).answers).toEqual({
        folder: 'a',
        template,
      });
    },
  );

  it('ask for the template until there is one of the name or the number', async () => {
    const { answers, shown } = await answered('koa\n0\n7\n1.5\nworker\n', { folder: 'a' });
    expect(answers.template).toBe('worker');
    expect(shown).toBe('Template (api): '.repeat(5));
  });

  it('have the defaults for empty lines', async () => {
    expect((await answered('\n  \n')).answers).toEqual(DEFAULTS);
  });

  it('are not asked for what is given', async () => {
    const given = { folder: 'a', template: 'b' };
    expect(await answered('', given)).toMatchObject({ answers: given, listed: [], shown: '' });
  });

  it('leave the input alone once they are answered: it does not keep the process running', async () => {
    const input = new PassThrough();
    setStreams(input, new PassThrough());
    input.write('my-app\n');
    await waitForEvent('the answers', ask({ template: 'web' }, DEFAULTS));
    expect([input.isPaused(), input.listenerCount('keypress')]).toEqual([true, 0]);
  });

  it.each(['', 'my-app\n', 'my-app\nkoa\n'])(
    'are cancelled by the end of the input after %j',
    async (typed) => {
      await expect(answered(typed)).rejects.toMatchObject({
        name: 'CreateError',
        code: 'CANCELLED',
        message: 'cancelled: nothing was written',
      });
    },
  );
});
