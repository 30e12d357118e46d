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
  ],
});
