import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Eta } from 'eta';
import { VIEWS } from '../../test/engines.js';
import { view, type ViewData } from '../index.js';
import { etaEngine, type EtaEngineOptions } from './index.js';

const fetchText = (options: Partial<EtaEngineOptions>, template: string, data: ViewData = {}) =>
  view({ engine: etaEngine({ root: VIEWS, ...options }) }).fetch(template, data);

async function failure(template: string, async: boolean) {
  try {
    return await fetchText({ async }, template);
  } catch (error) {
    const { code, message, line } = error as { code: string; message: string; line: number };
    return { code, message, line, template: (error as { template: string }).template };
  }
}

describe.each([false, true])('etaEngine (async: %p)', (async) => {
  it('renders layouts and partials of Eta, which get data and helpers, and escapes', async () => {
    const views = view({
      engine: etaEngine({ root: VIEWS, async }),
      helpers: () => ({ urlFor: (name: string, { id }: { id: number }) => `/${name}/${id}` }),
    });
    expect(await views.fetch('books/list', { title: 'A & B' })).toBe(
      '<title>A &amp; B</title><main><h1>A &amp; B</h1><li>&lt;Emma&gt;, A &amp; B, /book/7</li></main>',
    );
  });

  it('never prints blocks that are in the data', async () => {
    const data = { __blocks: { main: '<script>' } };
    expect(await fetchText({ async }, 'layouts/blocks', data)).toBe('[default]');
    expect(await fetchText({ async }, 'blocks', data)).toBe('[<b>own</b>]');
  });

  it('names the innermost template that fails, and its line', async () => {
    expect(await failure('books/nested', async)).toEqual({
      code: 'TEMPLATE_FAILED',
      template: 'broken',
      line: 2,
      message:
        'the template "books/nested" failed in "broken" at line 2: Cannot read properties of undefined (reading \'title\')',
    });
  });

  it('names the line of a partial that does not exist', async () => {
    expect(await failure('partial', async)).toMatchObject({
      ...{ code: 'TEMPLATE_FAILED', template: 'partial', line: 2 },
      message: 'the template "partial" failed at line 2: no template "none"',
    });
  });

  it('names a template that cannot be compiled', async () => {
    expect([await failure('unclosed', async), await failure('syntax', async)]).toMatchObject([
      {
        line: 2,
        message: 'the template "unclosed" failed at line 2: invalid syntax: unclosed tag',
      },
      {
        line: null,
        message: expect.stringMatching(
          /^the template "syntax" failed: invalid syntax: .+$/,
        ) as unknown,
      },
    ]);
  });

  it('names the template whose layout does not exist', async () => {
    expect(await failure('no-layout', async)).toMatchObject({
      ...{ code: 'TEMPLATE_FAILED', template: 'no-layout' },
      message: expect.stringMatching(
        /^the template "no-layout" failed at line \d: no template "none"$/,
      ) as unknown,
    });
  });

  it('refuses an include that leaves the root', async () => {
    expect(await failure('outside', async)).toMatchObject({
      code: 'TEMPLATE_FAILED',
      message:
        'the template "outside" failed at line 1: the template "../../engines" is outside the root',
    });
  });
});

it('the cause of a failing template of Eta is what its code threw', () => {
  const pages = view({ engine: etaEngine({ root: VIEWS }) });
  expect(() => pages.fetch('call', { helper: 'urlFor', values: ['book'] })).toThrow(
    expect.objectContaining({
      code: 'TEMPLATE_FAILED',
      line: 1,
      cause: expect.objectContaining({ code: 'VIEW_CONTEXT_MISSING' }) as unknown,
    }),
  );
});

it('etaEngine waits in templates only if it is asynchronous', async () => {
  const data = { later: Promise.resolve('<now>') };
  expect(await fetchText({ async: true }, 'later', data)).toBe('&lt;now&gt;');
  expect(() => fetchText({}, 'later', data)).toThrow(
    /^the template "later" failed: invalid syntax: /,
  );
  expect(typeof fetchText({}, 'hello')).toBe('string');
});

it('an asynchronous engine says where an awaited value fails', async () => {
  const failed = Promise.reject(new Error('no price'));
  await expect(fetchText({ async: true }, 'later', { later: failed })).rejects.toMatchObject({
    ...{ template: 'later', line: 1 },
    message: 'the template "later" failed at line 1: no price',
  });
});

it.each([
  '&amp;',
  `<a b="c" d='e'>`,
  7,
  0,
  true,
  null,
  undefined,
  ['<', 1],
  { toString: () => '>' },
])('etaEngine prints %p as Eta escapes it', (name) => {
  const wanted = new Eta().renderString('<p>Hello <%= it.name %></p>', { name });
  expect(fetchText({}, 'hello', { name })).toBe(wanted);
});

it.each([
  ['a path', fileURLToPath(VIEWS)],
  ['a relative path', relative('.', fileURLToPath(VIEWS))],
])('etaEngine accepts %s as root', (_, root) => {
  expect(fetchText({ root }, 'hello', { name: 'Ada' })).toBe('<p>Hello Ada</p>');
});

it.each([
  [undefined, 'root'],
  [{}, 'root'],
  [{ root: '' }, 'root'],
  [{ root: 7 }, 'root'],
  [{ root: '/does/not/exist' }, 'root'],
  [{ root: new URL('https://h.test/') }, 'root'],
  [{ root: new URL('hello.eta', VIEWS) }, 'root'],
  [{ root: VIEWS, extension: 'eta' }, 'extension'],
  [{ root: VIEWS, extension: '' }, 'extension'],
  [{ root: VIEWS, extension: './a' }, 'extension'],
  [{ root: VIEWS, extension: '.' }, 'extension'],
  [{ root: VIEWS, extension: 'a.eta' }, 'extension'],
  [{ root: VIEWS, extension: '.eta/' }, 'extension'],
  [{ root: VIEWS, extension: ['.eta'] }, 'extension'],
  [{ root: VIEWS, cache: 1 }, 'cache'],
  [{ root: VIEWS, async: 1 }, 'async'],
  [{ root: VIEWS, views: '.' }, 'views'],
])('etaEngine refuses the options %p', (options, option) => {
  expect(() => etaEngine(options as unknown as EtaEngineOptions)).toThrow(
    expect.objectContaining({ code: 'OPTION_INVALID', option: `etaEngine.${option}` }),
  );
});

it('etaEngine shows the root that it refuses', () => {
  expect(() => etaEngine({ root: new URL('https://h.test/') })).toThrow(
    'invalid etaEngine.root: received "https://h.test/"; expected an existing folder',
  );
});

describe('the files of etaEngine', () => {
  let folder: string;
  let root: string;
  const write = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
  };

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'views-'));
    root = join(folder, 'root');
    mkdirSync(join(root, 'sub'), { recursive: true });
    mkdirSync(join(folder, 'root2'));
    write('root/page.eta', 'first');
  });

  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  it.each([
    [undefined, 'second'],
    [false, 'second'],
    [true, 'first'],
  ])('are read again with cache %p: %s', (cache, expected) => {
    const pages = view({ engine: etaEngine(cache === undefined ? { root } : { root, cache }) });
    void pages.fetch('page');
    write('root/page.eta', 'second');
    expect(pages.fetch('page')).toBe(expected);
  });

  it('are read once in production', () => {
    const environment = process.env['NODE_ENV'];
    process.env['NODE_ENV'] = 'production';
    const pages = view({ engine: etaEngine({ root }) });
    process.env['NODE_ENV'] = environment;
    void pages.fetch('page');
    write('root/page.eta', 'second');
    expect(pages.fetch('page')).toBe('first');
  });

  it('are found once they exist, even in production', () => {
    const pages = view({ engine: etaEngine({ root, cache: true }) });
    expect(() => pages.fetch('later')).toThrow(
      expect.objectContaining({ code: 'TEMPLATE_NOT_FOUND' }),
    );
    write('root/later.eta', 'here');
    expect(pages.fetch('later')).toBe('here');
  });

  it('have the extension unless the name has one', () => {
    write('root/page.html', 'html');
    write('root/page.html.eta', 'not this');
    write('root/page.page', 'page');
    expect([
      fetchText({ root }, 'page'),
      fetchText({ root }, 'page.html'),
      fetchText({ root, extension: '.page' }, 'page'),
      fetchText({ root, extension: '.html.eta' }, 'page'),
    ]).toEqual(['first', 'html', 'page', 'not this']);
  });

  it('are found through a symbolic link within the root, and through one that is the root', () => {
    symlinkSync(join(root, 'page.eta'), join(root, 'sub/link.eta'));
    symlinkSync(root, join(folder, 'current'));
    expect([
      fetchText({ root }, 'sub/link'),
      fetchText({ root: join(folder, 'current') }, 'sub/link'),
    ]).toEqual(['first', 'first']);
  });

  it('do not exist behind a symbolic link that leaves the root', () => {
    write('root2/secret.eta', 'secret');
    symlinkSync(join(folder, 'root2'), join(root, 'linked'));
    symlinkSync(join(folder, 'root2/secret.eta'), join(root, 'secret.eta'));
    symlinkSync('loop.eta', join(root, 'loop.eta'));
    write('root/include.eta', '<%~ include("./secret") %>');
    for (const name of ['linked/secret', 'secret', 'loop']) {
      expect(() => fetchText({ root }, name)).toThrow(
        expect.objectContaining({ code: 'TEMPLATE_NOT_FOUND' }),
      );
    }
    expect(() => fetchText({ root }, 'include')).toThrow('failed at line 1: no template "secret"');
  });

  it.each([
    '../root2/secret',
    '../../root2/secret',
    'sub/../../root2/secret',
    '..\\\\a',
    'c:a',
    'a\\0',
  ])('cannot be included as %s, which is outside the root', (name) => {
    write('root2/secret.eta', 'secret');
    write('root/include.eta', `<%~ include(${JSON.stringify(name)}) %>`);
    expect(() => fetchText({ root }, 'include')).toThrow(/is outside the root$/);
  });

  it('are named by their path below the root in messages', () => {
    write('root/include.eta', '<%~ include("./sub/bad.html") %>');
    write('root/sub/bad.html', '<% throw 7 %>');
    const message = 'the template "include" failed in "sub/bad.html" at line 1: it threw 7';
    expect(() => fetchText({ root }, 'include')).toThrow(
      expect.objectContaining({ message, template: 'sub/bad.html', cause: 7 }),
    );
  });

  it('report a thrown value that has no text', () => {
    write('root/bare.eta', '<% throw Object.create(null) %>');
    const message = 'the template "bare" failed at line 1: it threw an object';
    expect(() => fetchText({ root }, 'bare')).toThrow(
      expect.objectContaining({ code: 'TEMPLATE_FAILED', message }),
    );
  });

  it('are included by a path from the including template, or from the root', () => {
    write(
      'root/sub/a.eta',
      '<%~ include("/page") %>|<%~ include("../page") %>|<%~ include("./b") %>',
    );
    write('root/sub/b.eta', 'b');
    expect(fetchText({ root }, 'sub/a')).toBe('first|first|b');
  });

  it('do not exist if the path is a folder, or goes through a file', () => {
    mkdirSync(join(root, 'folder.eta'));
    for (const name of ['folder', 'page.eta/page']) {
      expect(() => fetchText({ root }, name)).toThrow(
        expect.objectContaining({ code: 'TEMPLATE_NOT_FOUND' }),
      );
    }
  });

  it('do not exist once the root is removed', () => {
    const engine = etaEngine({ root });
    rmSync(root, { recursive: true });
    expect(() => view({ engine }).fetch('page')).toThrow(
      expect.objectContaining({ code: 'TEMPLATE_NOT_FOUND' }),
    );
  });

  it('fail with the error of the file system if they exist and cannot be read', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => {
      server.listen(join(root, 'socket.eta'), resolve);
    });
    const attempt = () => fetchText({ root }, 'socket');
    expect(attempt).toThrow(
      expect.objectContaining({
        code: 'TEMPLATE_FAILED',
        cause: expect.objectContaining({ code: 'ENXIO' }) as unknown,
      }),
    );
    await new Promise((resolve) => server.close(resolve));
  });
});
