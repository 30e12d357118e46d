import { describe, expect, it } from '@jest/globals';
import { createApp as createAppB, text, underPath } from '@mortise/app';
import { factories } from '@mortise/message';
import { notedWarnings } from '../../../tooling/testing/noted-warnings.js';
import { createApp, doublePass, singlePass, type Slim3Middleware } from '../src/index.js';

const warnings = notedWarnings();

async function warned(app: { handle: ReturnType<typeof createApp>['handle'] }) {
  const before = warnings.length;
  await app.handle(factories.createServerRequest('GET', 'http://h.test/'));
  const own = warnings.slice(before).filter(({ code }) => code === 'RESULT_DROPPED');
  return own.map(({ message, detail }) => [message, detail?.replace(/^.*\. Write /, '')]);
}

describe('a result that middleware of variant A drops is a warning', () => {
  /** A new function each time, because there is one warning for each. */
  const guard = (): Slim3Middleware =>
    eval(
      "((q, r, next) => { if (!q.hasHeader('A')) { r.withRedirect('/in'); } return next(q, r); })",
    );
  const expected = (name: string) => [
    [`${name} drops the result of r.withRedirect('/in')`, "r = r.withRedirect('/in')."],
  ];

  it.each(['application', 'group', 'route'])('in the %s', async (place) => {
    const app = createApp({ factories });
    const group = app.group('', (routes) => {
      const route = routes.get('/', (_request, response) => response);
      if (place === 'route') route.add(guard());
    });
    if (place === 'group') group.add(guard());
    if (place === 'application') app.add(guard());
    const [[message] = []] = await warned(app);
    expect(message).toMatch(/^middleware #1.* drops the result of r\.withRedirect\('\/in'\)$/);
  });

  it('as an object, as an entry of the container, and for what next returned', async () => {
    const app = createApp({ factories });
    app.get('/', (_request, response) => response);
    app.add({ invoke: guard() });
    app.getContainer().set('guard', () => guard());
    app.add('guard');
    app.add(
      eval(
        "(async (q, r, next) => { const x = await next(q, r); x.withHeader('A', 'b'); return x; })",
      ),
    );
    expect((await warned(app)).map(([message]) => message)).toEqual([
      "middleware #1 drops the result of r.withRedirect('/in')",
      'middleware "guard" drops the result of r.withRedirect(\'/in\')',
      "middleware #3 drops the result of x.withHeader('A', 'b')",
    ]);
  });

  it('such as that of next, without await', async () => {
    const app = createApp({ factories });
    app.get('/', (_request, response) => response);
    app.add(eval('((q, r, next) => { next(q, r); return r; })'));
    expect(await warned(app)).toEqual([
      ['middleware #1 drops the result of next(q, r)', 'return next(q, r), or await it.'],
    ]);
  });

  it('that doublePass converts for a new application', async () => {
    const app = createAppB({ factories });
    app.get('/', (_request, response) => text(response, 'secret'));
    app.add(doublePass(guard(), { factories }));
    expect(await warned(app)).toEqual(expected('middleware #1'));
  });

  it('and of singlePass and underPath, with the names of their own parameters', async () => {
    const late = () =>
      eval("(async (q, h) => { const x = await h.handle(q); x.withHeader('A', 'b'); return x; })");
    const old = createApp({ factories });
    old.get('/', (_request, response) => response);
    old.add(singlePass(late()));
    const app = createAppB({ factories });
    app.get('/', (_request, response) => text(response, 'page'));
    app.add(underPath('/', late()));
    for (const each of [old, app]) {
      const [[message] = []] = await warned(each);
      expect(message).toContain("drops the result of x.withHeader('A', 'b')");
    }
  });
});
