import { expect, test } from '@jest/globals';
import { withInstallLines } from './install-lines.js';

const block = (language, ...lines) => `\`\`\`${language}\n${lines.join('\n')}\n\`\`\`\n`;
const commandsFor = (...blocks) =>
  [...withInstallLines(blocks.join('\n')).matchAll(/^```sh\n(.*?)^```/gms)].map(([, text]) =>
    text.trim().split('\n'),
  );

test('a program that needs only mortise has no line', () => {
  const page = block(
    'ts',
    "import { once } from 'node:events';",
    "import { text } from 'mortise';",
  );
  expect(withInstallLines(page)).toBe(page);
});

test('each program names the packages that it imports, and the first one how to run it', () => {
  const cors = block(
    'ts',
    "import { cors } from '@mortise/cors';",
    "import { createApp } from 'mortise';",
    "import { inProcess } from 'mortise/testing';",
  );
  const health = block('js', "import { health } from '@mortise/health';");
  expect(commandsFor(cors, health)).toEqual([
    ['npm install mortise @mortise/cors', 'npx tsx app.mts  # runs the program below'],
    ['npm install @mortise/health'],
  ]);
});

test('what the page itself installs is not named again', () => {
  const typed = block('ts', "import { endpoint } from '@mortise/endpoint';");
  const health = block('js', "import { health } from '@mortise/health';");
  const own = block('sh', 'npm install mortise @mortise/endpoint');
  expect(commandsFor(own, typed, health)).toEqual([
    ['npm install mortise @mortise/endpoint'],
    ['npm install @mortise/health', 'node app.mjs  # runs the program below'],
  ]);
});

test('a program that reads DATABASE_URL is run with one', () => {
  const page = block('js', "import pg from 'pg';", 'new pg.Pool(process.env.DATABASE_URL);');
  expect(commandsFor(page)[0][1]).toMatch(/^DATABASE_URL=postgres:\S+ node app\.mjs /);
});

test('a program that imports another file is not run alone', () => {
  const page = block('js', "import pg from 'pg';", "import { app } from './app.js';");
  expect(commandsFor(page)).toEqual([['npm install pg']]);
});

test('programs in TypeScript need the types of packages that have none', () => {
  const lines = ["import { WebSocket } from 'ws';", "import * as z from 'zod';"];
  const [[install, types]] = commandsFor(block('ts', ...lines));
  expect([install, types]).toEqual(['npm install ws zod', 'npm install -D @types/ws']);
  expect(commandsFor(block('js', ...lines))[0]).not.toContain(types);
});

test('an entry that is named after an optional peer needs it', () => {
  expect(commandsFor(block('ts', "import { etaEngine } from '@mortise/view/eta';"))[0][0]).toBe(
    'npm install @mortise/view eta',
  );
});
