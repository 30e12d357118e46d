import { createInterface } from 'node:readline/promises';
import { CreateError } from './create-error.js';
import { isTemplateName, type TemplateName, templates } from './templates.js';

const names = Object.keys(templates) as TemplateName[];

/** The answers to {@link ask}. */
export interface Answers {
  readonly folder: string;
  readonly template: string;
}

type Question = (label: string, usual: string) => Promise<string>;

/**
 * Prompts in the terminal for settings that are missing on the command line. Enter accepts the default.
 *
 * @throws {CreateError} `CANCELLED` if the user closes the input (Ctrl-C, Ctrl-D)
 */
export async function ask(given: Partial<Answers>, defaults: Answers): Promise<Answers> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  // The iterator buffers lines that are pasted before their question is asked.
  const lines = terminal[Symbol.asyncIterator]();
  const question: Question = async (label, usual) => {
    terminal.setPrompt(`${label} (${usual}): `);
    terminal.prompt();
    const line = await lines.next();
    if (line.done === true) throw new CreateError('CANCELLED', 'cancelled: nothing was written');
    return line.value.trim() === '' ? usual : line.value.trim();
  };
  try {
    const folder = given.folder ?? (await question('Folder', defaults.folder));
    const template = given.template ?? (await askTemplate(question, defaults.template));
    return { folder, template };
  } finally {
    terminal.close();
  }
}

/** Repeats the question until the answer is the name or the number of a template. */
async function askTemplate(question: Question, usual: string): Promise<TemplateName> {
  names.forEach((name, index) => {
    console.log(`  ${index + 1}. ${name.padEnd(12)}${templates[name]}`);
  });
  for (;;) {
    const text = await question('Template', usual);
    const name = names[Number(text) - 1] ?? text;
    if (isTemplateName(name)) return name;
  }
}
