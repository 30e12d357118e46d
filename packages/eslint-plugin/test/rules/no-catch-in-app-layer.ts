import { parsedWithoutTypes, untyped } from '../rule-testers.js';
import { noCatchInAppLayer } from '../../src/rules/no-catch-in-app-layer.js';

const errors = [{ messageId: 'catches' }];
const transaction =
  'async (r, h) => { try { const made = await h.handle(r); commit(); return made; } catch (e) { rollback(); throw e; } }';

const handled = `async process${transaction.slice('async '.length).replace(' =>', '')}`;

untyped.run('no-catch-in-app-layer', noCatchInAppLayer, {
  valid: [
    `const app = createApp(); app.group('', (g) => {}).add(${transaction});`,
    `const app = createApp(); app.addErrorMiddleware(); app.add(${transaction});`,
    'const app = createApp(); app.add(async (r, h) => { try { JSON.parse(x); } catch {} return h.handle(r); });',
    'const app = createApp(); app.add(async (r, h) => { try { a(() => h.handle(r)); } catch {} });',
    'const app = createApp(); app.add(async (r, h) => { try { return await h.handle(r); } finally { log(errorOf(r)); } });',
    `const set = new Set(); set.add(${transaction});`,
    'const app = createApp({ layers: list }); app.add(imported); app.add(new Transaction());',
    `const app = createApp({ errors: false }); app.add(${transaction});`,
    `createApp({ errors: false, layers: [${transaction}] });`,
    `const app = createApp({ errors: { catchAll: false } }); app.add(${transaction});`,
    `const errors = { catchAll: false }; const app = createApp({ errors }); app.add(${transaction});`,
    'const app = createApp(); app.add((r, h) => storage.run(x, () => h.handle(r)));',
    'const app = createApp(); app.add((r, h) => db.transaction(async (tx) => { await h.handle(r); check(errorOf(r)); }));',
    'const app = createApp(); app.add((r, h) => { db.transaction(save); return h.handle(r); });',
    `createApp({ layers: [...imported, ...(isLogged ? [log] : [])] });`,
    `const app = createApp(); app.add(underPath('/a', imported));`,
    `const app = createApp(); app.group('/a', (app) => { app.add(${transaction}); });`,
    'const app = createApp(); app.add((r, h) => h.handle(r).then(a));',
    'const app = createApp(); app.add((r, h) => h.handle(r).then(a, undefined).then(b, null));',
    // The response is not the promise.
    'const app = createApp(); app.add(async (r, h) => { const made = await h.handle(r); try { log(made); await save(made); } catch {} return made; });',
    'const app = createApp(); app.add(async (r, h) => { const made = h.handle(r); try { await check(r); } catch {} return made; });',
    'const app = createApp(); app.add((r, h) => { const made = h.handle(r); return other.catch(() => made); });',
    'const app = createApp(); const run = (f) => f(); app.add((r, h) => run(() => h.handle(r)));',
    'const app = createApp(); const run = (f) => { try { log(); } catch {} return f(); }; app.add((r, h) => run(() => h.handle(r)));',
    'const app = createApp(); const a = (r) => b(r), b = (r) => a(r); app.add((r, h) => { a(r); return h.handle(r); });',
    'const app = createApp(); app.add(async (r, h) => { try { handle(r); } catch {} return h.handle(r); });',
    'const app = createApp(); app.add((r, h) => Promise.all([h.handle(r)]).then(first));',
    // Values that are made of themselves.
    'const app = createApp(); const t = t; app.add(t);',
    'const app = createApp(); function t() { return t(); } app.add(t());',
    'const app = createApp(); const a = () => b(); const b = () => ({ process: a() }); app.add(a());',
  ],
  invalid: [
    ...[
      'async (r, h) => { const made = h.handle(r); try { return await made; } catch { x(); } }',
      '(r, h) => { const made = h.handle(r); return made.catch(() => x); }',
      '(r, h) => { const made = h.handle(r); return made.then(a, b); }',
      'async (r, h) => { const go = async () => { try { return await h.handle(r); } catch { x(); } }; return go(); }',
      `async (r, h) => { try { return await h['handle'](r); } catch { x(); } }`,
      'async (r, h) => { const next = h.handle.bind(h); try { return await next(r); } catch { x(); } }',
      'async (r, h) => { const next = h.handle; try { return await next(r); } catch { x(); } }',
      'async (r, { handle }) => { try { return await handle(r); } catch { x(); } }',
      '(r, h) => Promise.try(() => h.handle(r)).catch(() => x)',
      'async (r, h) => { const [made] = await Promise.allSettled([h.handle(r)]); return made.value; }',
      '(r, h) => run(() => h.handle(r))',
    ].map((layer) => ({
      code: `const app = createApp(); const run = async (f) => { try { return await f(); } catch { x(); } }; app.add(${layer});`,
      errors,
    })),
    { code: `const app = createApp(); app.add(${transaction});`, errors },
    { code: `const app = createApp(); app.addMiddleware(${transaction});`, errors },
    { code: `const app = m.createApp(); const t = ${transaction}; app.add(t);`, errors },
    {
      code: 'const app = createApp(); app.add(t); async function t(r, h) { try { return await h.handle(r); } finally { x(); } }',
      errors,
    },
    { code: `const app = createApp(); const t = (db) => ${transaction}; app.add(t(db));`, errors },
    {
      code: `const app = createApp(); function t(db) { return db ? t(null) : a; return ${transaction}; } app.add(t(db)); app.add(t(db));`,
      errors: [...errors, ...errors],
    },
    {
      code: `const app = createApp(); function t(db) { return { process: ${transaction} }; } app.add(t(db));`,
      errors,
    },
    { code: `const app = createApp(); app.add({ process: ${transaction} });`, errors },
    {
      code: 'const app = createApp(); app.add({ async process(r, h) { try { return await h.handle(r); } finally { x(); } } });',
      errors,
    },
    { code: 'const app = createApp(); app.add((r, h) => h.handle(r).catch(() => x));', errors },
    {
      code: 'const app = createApp(); app.add((r, h) => h.handle(r).then(a).finally(() => x));',
      errors,
    },
    ...[
      'db.transaction(async (tx) => h.handle(r.withAttribute(TX, tx)))',
      'prisma.$transaction(async () => { const made = await h.handle(r); return made; })',
      'db.transaction().execute(() => h.handle(r))',
      'sql.begin(function () { return h.handle(r); })',
      'withTransaction(() => h.handle(r))',
    ].map((made) => ({ code: `const app = createApp(); app.add((r, h) => ${made});`, errors })),
    ...[
      `underPath('/a', ${transaction})`,
      `m.underPath('/a', { process: ${transaction} })`,
      `isOpen ? open : ${transaction}`,
      `isOpen ? ${transaction} : open`,
    ].map((made) => ({ code: `const app = createApp(); app.add(${made});`, errors })),
    {
      code: `import { underPath as below } from 'mortise'; const app = createApp(); app.add(below('/a', ${transaction}));`,
      errors,
    },
    { code: `const common = [${transaction}]; createApp({ layers: [a, ...common] });`, errors },
    { code: `createApp({ layers: [...(isOpen ? [] : [${transaction}])] });`, errors },
    { code: `createApp({ layers: isOpen ? [${transaction}] : [] });`, errors },
    { code: `createApp({ layers: [a, ${transaction}] });`, errors },
    { code: `const layers = [${transaction}]; createApp({ layers });`, errors },
    { code: `const options = { layers: [${transaction}] }; createApp(options);`, errors },
    { code: 'const app = createApp(); app.add((r, h) => h.handle(r).then(a, () => x));', errors },
    ...[
      `class T { ${handled} }`,
      `const T = class { process = ${transaction}; };`,
      `class T { process(r, h) { return this.run(r, h); } ${handled.replace('process', 'run')} }`,
    ].map((made) => ({ code: `const app = createApp(); ${made} app.add(new T(db));`, errors })),
    ...[
      'let app; app = createApp();',
      "import { createApp as make } from 'mortise'; const app = make();",
      "const { createApp: make } = require('mortise'); const app = make();",
      'const app = createApp().add(other);',
    ].map((made) => ({ code: `${made} app.add(${transaction});`, errors })),
    { code: `createApp().add(a).add(${transaction});`, errors },
    { code: `class A { app = createApp(); set() { this.app.add(${transaction}); } }`, errors },
    { code: `function set(app) { app.add(${transaction}); } set(createApp());`, errors },
  ],
});

parsedWithoutTypes.run('no-catch-in-app-layer, in TypeScript', noCatchInAppLayer, {
  valid: [],
  invalid: [
    { code: `const app = createApp() as App; app!.add(${transaction});`, errors },
    { code: `const app = createApp(); app.add((${transaction}) satisfies Layer);`, errors },
  ],
});
