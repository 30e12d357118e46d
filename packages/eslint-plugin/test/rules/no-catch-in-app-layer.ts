import { untyped } from '../rule-testers.js';
import { noCatchInAppLayer } from '../../src/rules/no-catch-in-app-layer.js';

const errors = [{ messageId: 'catches' }];
const transaction =
  'async (r, h) => { try { const made = await h.handle(r); commit(); return made; } catch (e) { rollback(); throw e; } }';

untyped.run('no-catch-in-app-layer', noCatchInAppLayer, {
  valid: [
    `const app = createApp(); app.group('', (g) => {}).add(${transaction});`,
    `const app = createApp(); app.addErrorMiddleware(); app.add(${transaction});`,
    'const app = createApp(); app.add(async (r, h) => { try { JSON.parse(x); } catch {} return h.handle(r); });',
    'const app = createApp(); app.add(async (r, h) => { try { a(() => h.handle(r)); } catch {} });',
    'const app = createApp(); app.add(async (r, h) => { try { return await h.handle(r); } finally { log(errorOf(r)); } });',
    `const set = new Set(); set.add(${transaction});`,
    'const app = createApp({ layers: list }); app.add(imported); app.add(new Transaction());',
  ],
  invalid: [
    { code: `const app = createApp(); app.add(${transaction});`, errors },
    { code: `const app = createApp(); app.addMiddleware(${transaction});`, errors },
    { code: `const app = m.createApp(); const t = ${transaction}; app.add(t);`, errors },
    {
      code: 'const app = createApp(); app.add(t); async function t(r, h) { try { return await h.handle(r); } finally { x(); } }',
      errors,
    },
    { code: `const app = createApp(); const t = (db) => ${transaction}; app.add(t(db));`, errors },
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
    { code: `createApp({ layers: [a, ${transaction}] });`, errors },
  ],
});
