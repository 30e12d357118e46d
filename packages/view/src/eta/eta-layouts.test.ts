import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { factories } from '@mortise/message';
import { view } from '../index.js';
import { etaEngine } from './index.js';

describe.each([false, true])('layout of Eta (async: %p)', (async) => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'views-'));
  });
  afterEach(() => {
    rmSync(root, { recursive: true });
  });

  /** A page of these templates in the layout of a view. */
  async function pageOf(templates: Readonly<Record<string, string>>): Promise<string> {
    const all = { frame: '[<%~ it.body %>]', ...templates };
    for (const [name, text] of Object.entries(all)) writeFileSync(join(root, `${name}.eta`), text);
    const pages = view({ engine: etaEngine({ root, async }), layout: 'frame' });
    const [request, response] = [
      factories.createServerRequest('GET', '/'),
      factories.createResponse(),
    ];
    return (await pages.render(request, response, 'page', { a: 1 })).getBody().text();
  }
  const include = (name: string): string =>
    async ? `<%~ await includeAsync('./${name}', it) %>` : `<%~ include('./${name}', it) %>`;

  it.each<[string, Readonly<Record<string, string>>, string]>([
    ['null of a page drops the layout of the view', { page: '<% layout(null) %>page' }, 'page'],
    [
      'a name in a page replaces the layout of the view',
      { page: "<% layout('/own') %>page", own: 'own <%~ it.body %>' },
      'own page',
    ],
    [
      'the name of the layout of the view, in a layout that a page chose, gives that layout once',
      { page: "<% layout('/own') %>page", own: "<% layout('/frame') %>own <%~ it.body %>" },
      '[own page]',
    ],
    [
      'a name in a partial leaves the layout of the page',
      {
        page: `page ${include('part')}`,
        part: "<% layout('/own') %>part",
        own: 'own <%~ it.body %>',
      },
      '[page own part]',
    ],
    [
      'null of a partial leaves the layout of the page',
      { page: `page ${include('part')}`, part: '<% layout(null) %>part' },
      '[page part]',
    ],
    [
      'null of a partial in a partial leaves it, too',
      {
        page: `page ${include('part')}`,
        part: include('inner'),
        inner: '<% layout(null) %>inner',
      },
      '[page inner]',
    ],
    [
      'null of a page drops it beside a partial that has none',
      { page: `<% layout(null) %>page ${include('part')}`, part: '<% layout(null) %>part' },
      'page part',
    ],
    [
      'null of a layout that a page chose drops that of the view',
      { page: "<% layout('./own') %>page", own: '<% layout(null) %>own <%~ it.body %>' },
      'own page',
    ],
    [
      'null of a partial in such a layout leaves it',
      {
        page: "<% layout('./own', { b: 2 }) %>page",
        own: `<% layout('./frame') %>own <%= it.b %> <%~ it.body %> ${include('part')}`,
        part: '<% layout(null) %>part',
      },
      '[own 2 page part]',
    ],
    [
      'null of a partial drops the layout that the partial chose before',
      {
        page: include('part'),
        part: "<% layout('./own') %><% layout(null) %>part",
        own: 'own <%~ it.body %>',
      },
      '[part]',
    ],
  ])('%s', async (_what, templates, expected) => {
    expect(await pageOf(templates)).toBe(expected);
  });
});
