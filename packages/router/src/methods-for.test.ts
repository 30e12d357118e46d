import { describe, expect, it } from '@jest/globals';
import { table } from '../test/table.js';

describe('Router.methodsFor', () => {
  it('lists the methods of a path as a 405 does, HEAD after GET', () => {
    const router = table(['PUT /{x}', 'GET /a', 'POST /a', 'DELETE /b']);
    expect(router.methodsFor('/a')).toEqual(['GET', 'HEAD', 'POST', 'PUT']);
  });

  it('lists HEAD once if it has its own route', () => {
    expect(table(['HEAD /a', 'GET /{x}']).methodsFor('/a')).toEqual(['HEAD', 'GET']);
  });

  it('lists each method once', () => {
    const router = table(['POST /a', 'GET /a', 'GET /{x}']);
    expect(router.methodsFor('/a')).toEqual(['POST', 'GET', 'HEAD']);
  });

  it('is empty for a path that no route matches', () => {
    expect(table(['GET /a']).methodsFor('/b')).toEqual([]);
  });

  it('has a star for a route of any method', () => {
    expect(table(['GET /a', '* /a']).methodsFor('/a')).toEqual(['GET', 'HEAD', '*']);
  });

  it('does not depend on what was dispatched before', () => {
    const router = table(['GET /a', 'POST /a']);
    router.dispatch('POST', '/x');
    expect(router.methodsFor('/a')).toEqual(['GET', 'HEAD', 'POST']);
  });
});
