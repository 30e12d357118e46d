import { expect, it } from '@jest/globals';
import { Router } from './index.js';

const refused = (option: string) => expect.objectContaining({ code: 'OPTION_INVALID', option });

it.each([
  [{ names: 'book' }, 'route("/b").names'],
  [{ name: 7 }, 'route("/b").name'],
  [{ metadata: 'admin' }, 'route("/b").metadata'],
  [{ escapedSlashes: 'yes' }, 'route("/b").escapedSlashes'],
  [null, 'route("/b")'],
])('the options %j of a route are refused, in a group too', (options, option) => {
  const router = new Router<string>();
  expect(() => router.get('/b', 'b', options as never)).toThrow(refused(option));
  router.group('/a', (group) => {
    expect(() => group.get('/b', 'b', options as never)).toThrow(refused(option));
  });
  expect(router.routes()).toEqual([]);
});

it.each([
  [{ name: 'a' }, 'group("/a").name'],
  [{ metadata: null }, 'group("/a").metadata'],
  [{ escapedSlashes: 1 }, 'group("/a").escapedSlashes'],
])('the options %j of a group are refused before it is defined', (options, option) => {
  const notCalled = () => {
    throw new Error('the group was defined');
  };
  const group = () => {
    new Router<string>().group('/a', notCalled, options as never);
  };
  expect(group).toThrow(refused(option));
});

it.each([
  [{ orign: 'https://a.test' }, 'url.orign'],
  [{ origin: 7 }, 'url.origin'],
  [{ query: 7 }, 'url.query'],
  [{ relative: 1 }, 'url.relative'],
  [{ raw: 'true' }, 'url.raw'],
])('the options %j of a URL are refused', (options, option) => {
  const route = new Router<string>().get('/b', 'b');
  expect(() => route.url({}, options as never)).toThrow(refused(option));
});

it('an option of a route that is undefined keeps that of its group', () => {
  const router = new Router<string>();
  router.group('/a', (group) => void group.get('/{path:.+}', 'b', { escapedSlashes: undefined }), {
    escapedSlashes: true,
  });
  expect(router.dispatch('GET', '/a/x%2Fy')).toMatchObject({ args: { path: 'x/y' } });
});
