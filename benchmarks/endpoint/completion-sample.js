/** One process, one contestant: prints the milliseconds until the operations of a group are shown, the median of five edits. */
import ts from 'typescript';
import { median } from '../lib/statistics.js';

const GROUPS = 10;
const IN_GROUP = 20;
const EDITS = 5;

const contestants = {
  ours: {
    head: `import { operation } from '@mortise/contract';\n`,
    operation: (n) =>
      `operation('POST', '/r${n}/{id}', { args: args${n}, query: query${n}, body: body${n}, responses: { 200: out${n} } })`,
    client: `import { createClient, fetchTransport } from '@mortise/client';
const client = createClient(contract, { transport: fetchTransport() });\n`,
  },
  orpc: {
    head: `import { oc } from '@orpc/contract';\n`,
    operation: (n) =>
      `oc.route({ method: 'POST', path: '/r${n}/{id}', inputStructure: 'detailed' }).input(z.object({ params: args${n}, query: query${n}, body: body${n} })).output(out${n})`,
    client: `import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/fetch';
import type { ContractRouterClient } from '@orpc/contract';
const client: ContractRouterClient<typeof contract> = createORPCClient(new RPCLink({ url: 'http://127.0.0.1' }));\n`,
  },
};

const { head, operation, client } = contestants[process.argv[2]];
const folder = new URL('.', import.meta.url).pathname;
const files = new Map();
for (let group = 0; group < GROUPS; group++) {
  const numbers = Array.from({ length: IN_GROUP }, (_, at) => group * IN_GROUP + at);
  const members = numbers.map((n) => `  o${n}: ${operation(n)},\n`).join('');
  const text = `import * as z from 'zod';\n${head}${numbers.map(schemasOf).join('')}export const g${group} = {\n${members}};\n`;
  files.set(`${folder}contract${group}.ts`, { text, version: 0 });
}
const groups = Array.from({ length: GROUPS }, (_, group) => `g${group}`);
const imports = groups
  .map((name, at) => `import { ${name} } from './contract${at}.js';\n`)
  .join('');
const before = `${imports}${client}const contract = { ${groups.join(', ')} };\n`;
const caller = `${folder}caller.ts`;

const service = ts.createLanguageService({
  getScriptFileNames: () => [...files.keys()],
  getScriptVersion: (name) => String(files.get(name)?.version ?? 0),
  getScriptSnapshot: (name) => {
    const text = files.get(name)?.text ?? ts.sys.readFile(name);
    return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
  },
  getCurrentDirectory: () => folder,
  getDefaultLibFileName: ts.getDefaultLibFilePath,
  getCompilationSettings: () => ({
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ES2023,
    strict: true,
    skipLibCheck: true,
    types: [],
  }),
  fileExists: (name) => files.has(name) || ts.sys.fileExists(name),
  readFile: (name) => files.get(name)?.text ?? ts.sys.readFile(name),
});

const times = Array.from({ length: EDITS }, (_, edit) => {
  const text = `${before}const edit${edit} = ${edit};\nclient.g5.`;
  files.set(caller, { text, version: edit + 1 });
  const start = process.cpuUsage();
  const found = service.getCompletionsAtPosition(caller, text.length, undefined);
  const { user, system } = process.cpuUsage(start);
  if (!found?.entries.some(({ name }) => name === 'o101')) throw new Error('no completion');
  return (user + system) / 1000;
});
console.log(median(times));

function schemasOf(n) {
  return `const args${n} = z.object({ id: z.int() });
const query${n} = z.object({ page: z.int().default(1), q${n}: z.string().optional() });
const body${n} = z.object({ title: z.string().min(1), n${n}: z.number(), tags: z.array(z.string()) });
const out${n} = z.object({ id: z.int(), title: z.string(), n${n}: z.number() });
`;
}
