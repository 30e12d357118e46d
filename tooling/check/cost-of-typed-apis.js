/**
 * Counts what typed APIs cost the compiler: type instantiations for each of 40 generated operations, without those of
 * their schemas and of Mortise itself. Fails above a maximum.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { errorsOfFiles } from '../build/programs.js';
import { root } from '../setup/packages.js';

const FILES = 2;
const PER_FILE = 20;
const OPERATIONS = FILES * PER_FILE;

/** The maximum number of instantiations for each operation. */
const BARS = { endpoint: 1760, contract: 1760, client: 1530 };

// In a package that depends on the schema library, so that its names resolve.
const folder = join(root, 'packages/client/.readme/instantiations');

/** @param {(files: string[]) => import('typescript').Program} create */
export function instantiationProblems(create) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const count = (name, contentOf) => countOf(create, name, contentOf);
  const schemas = count('schemas', (file) => file.map(schemasOf).join(''));
  const routes = count('routes', (file) => withApp(file, plainRoute));
  const endpoints = count('endpoints', (file) => withApp(file, describedRoute));
  const contract = count('contract', (file) => `${operationsOf(file)}${implementationOf(file)}`);
  const client = count('client', (file) => `${operationsOf(file)}${callsOf(file)}`);
  rmSync(folder, { recursive: true });
  const counts = {
    endpoint: endpoints - routes,
    contract: contract - routes,
    client: client - schemas,
  };
  return Object.entries(counts).flatMap(([name, total]) => {
    const [figure, bar] = [Math.round(total / OPERATIONS), BARS[name]];
    console.log(`${name}: ${figure} instantiations for each operation, of ${bar}`);
    return figure <= bar
      ? []
      : [
          `the types of @mortise/${name} exceed ${bar} instantiations for each operation: simplify the types that changed`,
        ];
  });
}

/** Instantiations of a program of two files; a compile error ends the check. */
function countOf(create, name, contentOf) {
  const files = Array.from({ length: FILES }, (_, file) => {
    const path = join(folder, `${name}-${file}.ts`);
    const numbers = Array.from({ length: PER_FILE }, (__, index) => file * PER_FILE + index);
    writeFileSync(path, `import * as z from 'zod';\n${contentOf(numbers)}export {};\n`);
    return path;
  });
  const program = create(files);
  const [error] = errorsOfFiles(ts, program, files);
  if (error !== undefined) throw new Error(`${name}: ${error}`);
  return program.getInstantiationCount();
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
