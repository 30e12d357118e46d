/**
 * Counts what typed APIs cost the compiler: type instantiations for each of 40 generated operations, without those of
 * their schemas and of Mortise itself. Fails above a maximum.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { errorsOfFiles } from './errors-of-files.js';

const FILES = 2;
const PER_FILE = 20;
const OPERATIONS = FILES * PER_FILE;

/** The maximum number of instantiations for each operation. */
const BARS = { endpoint: 1760, contract: 1760, client: 1530 };

const root = fileURLToPath(new URL('../..', import.meta.url));
// In a package that depends on the schema library, so that its names resolve.
const folder = join(root, 'packages/client/.readme/instantiations');
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });

const { config } = ts.readConfigFile(join(root, 'tsconfig.base.json'), ts.sys.readFile);
const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
options.noEmit = true;
const host = parsingOnce();

const schemas = count('schemas', (file) => file.map(schemasOf).join(''));
const routes = count('routes', (file) => withApp(file, plainRoute));
const endpoints = count('endpoints', (file) => withApp(file, describedRoute));
const contract = count('contract', (file) => `${operationsOf(file)}${implementationOf(file)}`);
const client = count('client', (file) => `${operationsOf(file)}${callsOf(file)}`);

const figures = {
  endpoint: (endpoints - routes) / OPERATIONS,
  contract: (contract - routes) / OPERATIONS,
  client: (client - schemas) / OPERATIONS,
};
for (const [name, figure] of Object.entries(figures)) {
  const isOver = figure > BARS[name];
  console.log(`${name}: ${Math.round(figure)} instantiations for each operation, of ${BARS[name]}`);
  if (!isOver) continue;
  console.error(
    `the types of @mortise/${name} exceed ${BARS[name]} instantiations for each operation: simplify the types that changed`,
  );
  process.exitCode = 1;
}
rmSync(folder, { recursive: true, force: true });

/** Instantiations of a program of two files; a compile error ends the check. */
function count(name, contentOf) {
  const files = Array.from({ length: FILES }, (_, file) => {
    const path = join(folder, `${name}-${file}.ts`);
    const numbers = Array.from({ length: PER_FILE }, (__, index) => file * PER_FILE + index);
    writeFileSync(path, `import * as z from 'zod';\n${contentOf(numbers)}export {};\n`);
    return path;
  });
  const program = ts.createProgram(files, options, host);
  const [error] = errorsOfFiles(
    program,
    files.map((path) => program.getSourceFile(path)),
  );
  if (error !== undefined) {
    throw new Error(`${name}: ${ts.flattenDiagnosticMessageText(error.messageText, '\n')}`);
  }
  return program.getInstantiationCount();
}

/** The programs import the same files. */
function parsingOnce() {
  const once = ts.createCompilerHost(options);
  const { getSourceFile } = once;
  const parsed = new Map();
  once.getSourceFile = (path, ...rest) => {
    if (!parsed.has(path)) parsed.set(path, getSourceFile(path, ...rest));
    return parsed.get(path);
  };
  return once;
}

function schemasOf(n) {
  return `export const args${n} = z.object({ id: z.int() });
export const query${n} = z.object({ page: z.int().default(1), q${n}: z.string().optional() });
export const body${n} = z.object({ title: z.string().min(1), n${n}: z.number(), tags: z.array(z.string()) });
export const out${n} = z.object({ id: z.int(), title: z.string(), n${n}: z.number() });
export const failure${n} = z.object({ why${n}: z.string() });
`;
}

function withApp(numbers, routeOf) {
  return `import { createApp } from 'mortise';
import { endpoint } from '@mortise/endpoint';
void endpoint;
const app = createApp();
${numbers.map((n) => schemasOf(n) + routeOf(n)).join('')}`;
}

function plainRoute(n) {
  return `app.post('/r${n}/{id}', (request, response, { id }) => response.withHeader('X', id));\n`;
}

function description(n) {
  return `{ args: args${n}, query: query${n}, body: body${n}, responses: { 200: out${n}, 409: failure${n} } }`;
}

function handler(n) {
  return `(request, respond, { args, query, body }) =>
  query.page > 1 ? respond(409, { why${n}: body.title }) : respond(200, { id: args.id, title: body.title, n${n}: body.n${n} })`;
}

function describedRoute(n) {
  return `app.post('/r${n}/{id}', endpoint(${description(n)}, ${handler(n)}));\n`;
}

function operationsOf(numbers) {
  const members = numbers.map(
    (n) => `  o${n}: operation('POST', '/r${n}/{id}', ${description(n)}),\n`,
  );
  return `import { operation } from '@mortise/contract';
${numbers.map(schemasOf).join('')}const contract = { group: {
${members.join('')}} };
`;
}

function implementationOf(numbers) {
  const members = numbers.map((n) => `  o${n}: ${handler(n)},\n`);
  return `import { createApp } from 'mortise';
import { implement } from '@mortise/endpoint/implement';
const routes = implement(createApp(), contract, { group: {
${members.join('')}} });
void routes;
`;
}

function callsOf(numbers) {
  const calls = numbers.map(
    (
      n,
    ) => `const r${n} = await client.group.o${n}({ args: { id: 1 }, body: { title: 'x', n${n}: 1, tags: [] } });
if (r${n}.described && r${n}.status === 200) r${n}.body.title.trim();
`,
  );
  return `import { createClient, fetchTransport } from '@mortise/client';
const client = createClient(contract, { transport: fetchTransport() });
${calls.join('')}`;
}
