import { beforeAll, describe, expect, it } from '@jest/globals';
import { editor } from './editor.js';
import { entriesOf, packages } from '../setup/packages.js';
import { optionHovers } from './option-hovers.js';

const NAMES = `
import { jwtAuth } from '@mortise/auth/jwt';
import { createApp as createVariantA } from '@mortise/compat-variant-a';
import { toFetchHandler } from '@mortise/fetch';
import type { AttributeKey, RequestHandlerInterface } from '@mortise/http-message';
import { factories } from '@mortise/message';
import { serve, type ServeOptions, toListener } from '@mortise/node';
import { type AppOptions, createApp, serve as serveApp } from 'mortise';
import { requestResponseArgs } from 'mortise/slim';
const app = createApp();
declare const bare: RequestHandlerInterface;
declare const options: ServeOptions;
declare const user: AttributeKey<{ readonly name: string }>;
const token = { keys: ['x'], algorithms: ['HS256'], issuer: 'a', audience: 'b' } as const;
`;

const entries = packages().flatMap((one) => entriesOf(one).map(({ source }) => source));
const shown = editor(entries);

describe('the options of every exported function', () => {
  it('have a sentence in an editor, and accept undefined, including those in options', () => {
    const { count, problems } = optionHovers(shown.program(), entries);
    expect(problems).toEqual([]);
    expect(count).toBeGreaterThan(900);
  });

  it.each(['serve(app, { port: 1 });', 'serveApp(app, { overload: { handlers: 1 } });'])(
    'have it where they are written: %s',
    (line) => {
      const text = NAMES + line;
      const { sentenceAt } = shown.open(text);
      expect(sentenceAt(text.lastIndexOf('{') + 2)).toMatch(/^[A-Z].+\./);
    },
  );
});

describe('the compiler', () => {
  let all = [];
  const lines = [
    ['serve(app, { port: "1" });', /^port: Type 'string' is not assignable to type 'number'/],
    ['serve(app, { prot: 1 });', /^prot: .*'prot' does not exist in type 'ServeOptions'/],
    ['serve(bare, { factories, port: "1" });', /^port: Type 'string'/],
    ['serve(bare, { factories, prot: 1 });', /^prot: .*'prot' does not exist/],
    [
      'serve(app, { overload: { handler: 1 } });',
      /^handler: .*'handler' does not exist.*'handlers'/,
    ],
    ['serve(bare, {});', /^\{\}: .*Property 'factories' is missing/],
    ['serve(bare);', /^bare: .*Property 'factories' is missing/],
    ['serve((request) => bare.handle(request), {});', /^\{\}: .*Property 'factories' is missing/],
    ['toListener(app, { onError: 5 });', /^onError: Type 'number'/],
    ['toListener(app, { port: 1 });', /^port: .*'port' does not exist in type 'ToListenerOptions'/],
    ['toListener(bare);', /^bare: .*Property 'factories' is missing/],
    ['toListener(bare, {});', /^\{\}: .*Property 'factories' is missing/],
    ['toFetchHandler(app, { basePath: 1 });', /^basePath: Type 'number'/],
    ['toFetchHandler(app, { base: 1 });', /^base: .*'base' does not exist in type 'FetchOptions/],
    ['toFetchHandler<[string]>(app, { basePath: 1 });', /^basePath: Type 'number'/],
    ['toFetchHandler(bare);', /^bare: .*Property 'factories' is missing/],
    ['toFetchHandler(bare, {});', /^\{\}: .*Property 'factories' is missing/],
    ['jwtAuth({ ...token, clockTolerance: "1" });', /^clockTolerance: Type 'string'/],
    ['jwtAuth({ ...token, tolerance: 1 });', /^tolerance: .*'tolerance' does not exist/],
    ['jwtAuth({ ...token, user });', /Property 'verify' is missing/],
    ['jwtAuth({ ...token, user, verify: () => 5 });', /^verify: .*Type '5' is not assignable/],
    ['createApp({ basePath: 1 });', /^basePath: Type 'number'/],
    ['createApp({ development: "yes" });', /^development: .*'string'.*'boolean/],
    ['createApp({ layer: [] });', /^layer: .*'layer' does not exist.*'layers'/],
    ['createApp({ errors: { detail: true } });', /^detail: .*'detail' does not exist.*'details'/],
    ['createApp({ limits: { handler: 1 } });', /^handler: .*'handler' does not exist/],
    ['createVariantA({ factories, development: "yes" });', /^development: .*'string'.*'boolean/],
    ['createVariantA({ factories, setting: {} });', /^setting: .*'setting'.*'settings'/],
    ['serveApp(app, { port: "1" });', /^port: Type 'string'/],
  ];
  const right = `
serve(app); serve(app, {}); serve(app, undefined); serve(app, options);
serve(bare, { factories }); serve((request) => bare.handle(request), { factories });
serve(bare, { ...options, factories }); serve({ ...bare, factories }, { port: 0 });
toListener(app); toListener(app, options); toListener(bare, { factories });
toFetchHandler(app); toFetchHandler(app, { basePath: '/a' });
toFetchHandler<[string]>((request) => bare.handle(request), { factories, attributesOf: (name) => ({ name }) });
{ const options: AppOptions = { factories, development: true }; createApp(options); }
{ const options: Parameters<typeof createApp>[0] = {}; createApp(options); }
{ const routes = (app: ReturnType<typeof createApp>) => app.get('/{id}', (_, response, { id }) => response.withHeader('X', id)); routes(createApp()); }
createApp({ strategy: requestResponseArgs }).get('/{id}', (_, response, id: string) => response.withHeader('X', id));
createVariantA({ factories, strategy: requestResponseArgs }).get('/{id}', (_, response, id: string) => response.write(id));
jwtAuth(token); jwtAuth({ ...token, user, verify: (_, { sub }) => (sub === undefined ? null : { name: sub }) });
`;

  beforeAll(() => {
    all = shown.open(NAMES + right + lines.map(([line]) => line).join('\n')).errors();
  });

  it.each(lines.map(([line, error], at) => [line, error, at]))(
    'names the option in %s',
    (_, error, at) => {
      expect(all[at]).toMatch(error);
      expect(all[at]).not.toContain('No overload');
    },
  );

  it('accepts what has all options, even in a variable', () => {
    expect(all).toHaveLength(lines.length);
  });
});
