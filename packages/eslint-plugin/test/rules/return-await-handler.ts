import { untyped } from '../rule-testers.js';
import { returnAwaitHandler } from '../../src/rules/return-await-handler.js';

const errors = [{ messageId: 'notAwaited' }];

untyped.run('return-await-handler', returnAwaitHandler, {
  valid: [
    'const f = async (request, handler) => { try { return await handler.handle(request); } catch {} };',
    'const f = (request, handler) => { return handler.handle(request); };',
    'const f = (request, handler) => { try { a(); } catch { return handler.handle(request); } };',
    'const f = (h) => { try { a(() => { return h.handle(request); }); } catch {} };',
    'const f = (request, handler) => { try { a(); } finally { return handler.handle(request); } };',
    'const f = (r, handler) => { try { return handler.handle(r).catch(failed); } catch {} };',
    'const f = (r, handler) => { try { return handler.handle(r).then(next, failed); } catch {} };',
    'const f = async (r, h) => { try { const response = await h.handle(r); return response; } catch {} };',
    'const f = async (r, h) => { try { let result = h.handle(r); if (result.then) result = await result; return result; } catch {} };',
    'const f = async (q) => { try { return q.process(name, count); } catch {} };',
  ],
  invalid: [
    { code: 'const f = (r, handler) => { try { return handler.handle(r); } catch {} };', errors },
    {
      code: 'const f = (r, handler) => { try { if (a) { return handler.handle(r); } } finally {} };',
      errors,
    },
    {
      code: 'const f = (r, h) => { try { a(); } catch { return h.handle(r); } finally { b(); } };',
      errors,
    },
    { code: 'class L { process(r, h) { try { return this.h.handle(r); } catch {} } }', errors },
    { code: 'const f = (r, h) => { try { return ok ? h.handle(r) : deny(); } catch {} };', errors },
    { code: 'const f = (r, h) => { try { return cached ?? h.handle(r); } catch {} };', errors },
    { code: 'const f = (r, h) => { try { return h.handle(r).then(add); } catch {} };', errors },
    { code: 'const f = (r, h) => { try { return h?.handle(r); } catch {} };', errors },
    {
      code: 'const f = (r, h) => { try { const response = h.handle(r); return response; } catch {} };',
      errors,
    },
    {
      code: 'const f = (r, h) => { const run = () => h.handle(r); try { return run(); } catch {} };',
      errors,
    },
    { code: 'const f = (q, r, next) => { try { return next(q, r); } catch {} };', errors },
    {
      code: 'const f = (r, handler) => { try { return layer.process(r, handler); } catch {} };',
      errors,
    },
  ],
});
