import { etaEngine } from '../src/eta/index.js';
import type { ViewData, ViewEngineInterface, ViewHelpers } from '../src/index.js';

type Template = (data: ViewData, view: ViewHelpers) => string;

const escape = (value: unknown) =>
  String(value).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const templates = new Map<string, Template>([
  ['hello', ({ name }) => `<p>Hello ${escape(name)}</p>`],
  [
    'layouts/page',
    (it) => `<title>${escape(it['title'])}</title><main>${String(it['body'])}</main>`,
  ],
  [
    'bare',
    (_, view) => {
      view.layout(null);
      return '<p>bare</p>';
    },
  ],
  ['broken', ({ missing }) => escape((missing as { title: string }).title)],
  ['call', (it, view) => escape(called(view, it))],
  ['fields', (_, view) => view.csrfFields().map(fieldText).join('')],
]);

/** The engine of the README. */
const functions: ViewEngineInterface = {
  render: (template, data, view) => templates.get(template)?.(data, view) ?? null,
};

const later: ViewEngineInterface = {
  // An asynchronous engine: each result and each error arrives in a promise.
  render: async (...parameters) => Promise.resolve(functions.render(...parameters)),
};

/** The folder of the templates of Eta. */
export const VIEWS = new URL('./views/', import.meta.url);

/** Every engine: what follows from the contract holds with each. */
export const engines: readonly [name: string, engine: ViewEngineInterface][] = [
  ['functions', functions],
  ['asynchronous functions', later],
  ['Eta', etaEngine({ root: VIEWS })],
  ['asynchronous Eta', etaEngine({ root: VIEWS, async: true, cache: true })],
];

function called(view: ViewHelpers, it: ViewData): unknown {
  const helper = view[String(it['helper'])] as (...values: unknown[]) => unknown;
  return helper(...(it['values'] as readonly unknown[]));
}

function fieldText({ name, value }: { readonly name: string; readonly value: string }): string {
  return `${escape(name)}=${escape(value)};`;
}
