import { describe, expect, it } from '@jest/globals';
import { implementations } from '../../../tooling/testing/implementations.js';
import {
  render,
  VIEW,
  VIEW_DATA,
  view,
  type ViewData,
  type ViewEngineInterface,
  type ViewOptions,
  viewOf,
  withViewData,
} from './index.js';

const engine: ViewEngineInterface = { render: (name, { body = '' }) => `${name}(${String(body)})` };

describe('view', () => {
  it.each([
    [undefined, 'engine'],
    [{}, 'engine'],
    [{ engine: {} }, 'engine'],
    [{ engine, data: null }, 'data'],
    [{ engine, data: ['a'] }, 'data'],
    [{ engine, data: 'a' }, 'data'],
    [{ engine, data: Promise.resolve({}) }, 'data'],
    [{ engine, layout: '../page' }, 'layout'],
    [{ engine, layout: 7 }, 'layout'],
    [{ engine, helpers: {} }, 'helpers'],
    [{ engine, template: 'a' }, 'template'],
  ])('refuses the options %j', (options, option) => {
    expect(() => view(options as unknown as ViewOptions)).toThrow(
      expect.objectContaining({ code: 'OPTION_INVALID', option: `view.${option}` }),
    );
  });

  it('has keys that all copies of the package share', () => {
    expect([VIEW, VIEW_DATA]).toEqual(['mortise.view', 'mortise.view-data']);
  });

  it('is listed under its name, and neither catches nor reads errors', () => {
    const layer = view({ engine });
    expect(layer.name).toBe('view');
  });

  it.each([undefined, null, ['a'], () => ({}), Promise.resolve({})])(
    'refuses %p as the result of helpers',
    (result) => {
      const pages = view({ engine, helpers: (() => result) as unknown as () => ViewData });
      expect(() => pages.fetch('a')).toThrow(
        expect.objectContaining({ code: 'OPTION_INVALID', option: 'view.helpers' }),
      );
    },
  );

  it.each([null, ['a'], 'a', () => ({}), Promise.resolve({})])(
    'refuses %p as data of a call',
    (data) => {
      expect(() => view({ engine }).fetch('a', data as unknown as ViewData)).toThrow(
        expect.objectContaining({ code: 'OPTION_INVALID', option: 'render.data' }),
      );
    },
  );

  it('gives the engine an object of its own, in which no name is special', () => {
    const given: ViewData[] = [];
    const data = JSON.parse('{"__proto__":1,"a":2}') as ViewData;
    void view({ engine: { render: (_name, own) => `${given.push(own)}` }, data }).fetch('a');
    expect(given[0]).not.toBe(data);
    expect(Object.getPrototypeOf(given[0])).toBeNull();
    expect(Object.entries(given[0] ?? {})).toEqual([
      ['__proto__', 1],
      ['a', 2],
    ]);
  });

  it('finds a failing template by the place that the engine reports', () => {
    const failing = (thrown: unknown) =>
      view({
        engine: {
          render() {
            throw thrown;
          },
        },
      });
    const place = (members: object) => Object.assign(new Error('no price'), members);
    for (const [thrown, message, template, line] of [
      [place({}), 'the template "a" failed: no price', 'a', null],
      [place({ line: 3 }), 'the template "a" failed at line 3: no price', 'a', 3],
      [
        place({ template: 'b', line: 1 }),
        'the template "a" failed in "b" at line 1: no price',
        'b',
        1,
      ],
      [place({ template: 7, line: '3' }), 'the template "a" failed: no price', 'a', null],
      [7, 'the template "a" failed: it threw 7', 'a', null],
      [undefined, 'the template "a" failed: it threw undefined', 'a', null],
    ] as const) {
      const error = { code: 'TEMPLATE_FAILED', message, template, line, cause: thrown };
      expect(() => failing(thrown).fetch('a')).toThrow(expect.objectContaining(error));
    }
  });

  it('passes along the cause of an error that reports a place', () => {
    const cause = new Error('inner');
    const errors = [
      Object.assign(new Error('no price', { cause }), { template: 'b' }),
      new Error('no price', { cause }),
    ];
    const causes = errors.map((error) => {
      const reporting: ViewEngineInterface = {
        render() {
          throw error;
        },
      };
      try {
        return view({ engine: reporting }).fetch('a');
      } catch (failure) {
        return (failure as Error).cause;
      }
    });
    expect(causes).toEqual([cause, errors[1]]);
    expect(causes[1]).toBe(errors[1]);
  });

  it.each([undefined, 7, new Uint8Array(1)])('refuses %p as the result of an engine', (result) => {
    const wrong = { render: () => result } as unknown as ViewEngineInterface;
    expect(() => view({ engine: wrong }).fetch('a')).toThrow(
      expect.objectContaining({
        code: 'TEMPLATE_FAILED',
        template: 'a',
        message: expect.stringMatching(
          /^the engine returned .+ for the template "a"; expected a string, or null if the template does not exist$/,
        ) as unknown,
      }),
    );
  });

  it('accepts an empty page', () => {
    expect(view({ engine: { render: () => '' } }).fetch('a')).toBe('');
  });
});

describe.each(implementations)('pages with %s', (_, factories) => {
  const request = () => factories.createServerRequest('GET', 'https://h.test/');

  it('are written synchronously by a synchronous engine', async () => {
    const pages = view({ engine, layout: 'page' });
    const response = pages.render(request(), factories.createResponse(), 'home');
    expect(response).not.toBeInstanceOf(Promise);
    expect(await (await response).getBody().text()).toBe('page(home())');
  });

  it('need a request first, even with the render of a view, which Slim gives the response', () => {
    const pages = view({ engine }) as unknown as { render(...given: unknown[]): unknown };
    expect(() => pages.render(factories.createResponse(), 'home', {})).toThrow(
      expect.objectContaining({ code: 'OPTION_INVALID', option: 'view.render.request' }),
    );
  });

  it('need a view', () => {
    const missing = expect.objectContaining({
      code: 'VIEW_LAYER_MISSING',
      message:
        "the request has no view; add view({ engine }) to this route, its group or the application, or call the view's render()",
    });
    expect(() => render(request(), factories.createResponse(), 'home')).toThrow(missing);
    expect(() => viewOf(request())).toThrow(missing);
  });

  it('merge the data that several layers set for a request', () => {
    const outer = withViewData(request(), { a: 1, b: 1 });
    const inner = withViewData(outer, { b: 2, c: 2 });
    expect([outer.getAttribute(VIEW_DATA), inner.getAttribute(VIEW_DATA)]).toEqual([
      { a: 1, b: 1 },
      { a: 1, b: 2, c: 2 },
    ]);
  });
});
