import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type ServerProcess, startServer } from '../testing/server-process.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const page = readFileSync(join(root, 'docs/recipes.md'), 'utf8');

/** Starts the program of a recipe, without the client that uses it. The test kills it. */
export function startRecipe(
  heading: string,
  variables: Record<string, string> = {},
): Promise<ServerProcess> {
  const [program = ''] = recipeBlock(heading, 'ts').split('// Try it');
  const folder = join(root, '.readme/started');
  // What a killed program leaves stays out of the temporary folder.
  const temporary = join(folder, 'tmp');
  mkdirSync(temporary, { recursive: true });
  const file = join(folder, `${heading.replaceAll(' ', '-')}-${process.pid}.ts`);
  writeFileSync(file, `${program}console.log(server.url);\n`);
  return startServer(pathToFileURL(file), { PORT: '0', TMPDIR: temporary, ...variables });
}

/** The first block of a language in a recipe. */
export function recipeBlock(heading: string, language: string): string {
  const [, section = ''] = page.split(`## ${heading}\n`);
  const [, block] = new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 's').exec(section) ?? [];
  if (block === undefined) throw new Error(`docs/recipes.md has no ${language} block: ${heading}`);
  return block;
}
