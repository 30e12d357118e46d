import { describe, expect, it } from '@jest/globals';
import { factories } from '@mortise/message';
import { IncomingMessage, ServerResponse, STATUS_CODES } from 'node:http';
import { Socket } from 'node:net';
import { answer } from '../../test/serving.js';
import { leaveFields, putHead, withHead } from './connect-head.js';

type Fields = Readonly<Record<string, string | number | string[]>>;

/** A response of Node with these headers. */
function outgoingWith(fields: Fields = {}): ServerResponse {
  const outgoing = new ServerResponse(new IncomingMessage(new Socket()));
  outgoing.sendDate = false;
  for (const [name, value] of Object.entries(fields)) outgoing.setHeader(name, value);
  return outgoing;
}

const headersOf = (outgoing: ServerResponse) => ({ ...outgoing.getHeaders() });

describe('the head of a response on a response of Node', () => {
  it('replaces headers of the same name, and keeps the others', () => {
    const outgoing = outgoingWith({ 'X-Kept': '1', 'x-a': ['2', '3'] });
    putHead(answer('', 201, { 'X-A': '4', 'X-B': ['5', '6'] }), outgoing);
    expect(headersOf(outgoing)).toEqual({ 'x-kept': '1', 'x-a': '4', 'x-b': ['5', '6'] });
    expect(outgoing.statusCode).toBe(201);
  });

  it('adds its cookies after those before, including the same', () => {
    const outgoing = outgoingWith({ 'set-cookie': 'a=1' });
    putHead(answer('', 200, { 'Set-Cookie': ['b=2', 'a=1'] }), outgoing);
    expect(outgoing.getHeader('Set-Cookie')).toEqual(['a=1', 'b=2', 'a=1']);
  });

  it.each<[string, Fields, string[], string]>([
    ['none before', {}, ['Origin'], 'Origin'],
    ['others before', { vary: 'Origin' }, ['Cookie, Accept'], 'Origin, Cookie, Accept'],
    [
      'the same before, in another case',
      { vary: ['origin', 'Cookie'] },
      ['Origin'],
      'Origin, Cookie',
    ],
    ['several values', {}, ['Origin', 'Cookie'], 'Origin, Cookie'],
  ])('adds the names in Vary to %s', (_, before, vary, all) => {
    const outgoing = outgoingWith(before);
    putHead(answer('', 200, { Vary: vary }), outgoing);
    expect(outgoing.getHeader('Vary')).toBe(all);
  });

  it('has its own reason phrase, and otherwise that of the status at the end', () => {
    const own = outgoingWith();
    putHead(answer().withStatus(200, 'Fine by me'), own);
    expect(own.statusMessage).toBe('Fine by me');
    const usual = outgoingWith();
    putHead(answer(), usual);
    usual.statusCode = 404;
    usual.writeHead(usual.statusCode);
    expect(usual.statusMessage).toBe('Not Found');
  });
});

describe('a response with the head of one of Node', () => {
  it('has its status and its headers, with the names as they were set', () => {
    const outgoing = outgoingWith({ 'X-A': 1, 'x-b': ['2', '3'] });
    outgoing.statusCode = 404;
    const response = withHead(answer('body'), outgoing);
    expect(response.getStatusCode()).toBe(404);
    expect(response.getHeaders()).toEqual({ 'X-A': ['1'], 'x-b': ['2', '3'] });
    expect(String(response.getBody().inMemory())).toBe('body');
  });

  it('has no other headers, and none without values', () => {
    const outgoing = outgoingWith({ 'X-A': [], 'X-B': 'b' });
    const given = answer('', 200, { 'X-A': 'a', 'X-C': 'c' });
    expect(withHead(given, outgoing).getHeaders()).toEqual({ 'X-B': ['b'] });
  });

  it.each<[string[], string | string[]]>([
    [['1'], '2'],
    [['1'], ['1', '2']],
    [['1', '2'], '1'],
    [
      ['1', '2'],
      ['1', '3'],
    ],
  ])('has changed values: %j, then %j', (before, after) => {
    const response = withHead(answer('', 200, { 'X-A': before }), outgoingWith({ 'X-A': after }));
    expect(response.getHeader('X-A')).toEqual([after].flat());
  });

  it('keeps headers that are the same, with their case and order', () => {
    const given = answer('', 200, { 'x-a': ['1', '2'], 'X-B': '3' });
    const outgoing = outgoingWith({ 'X-B': '3', 'X-A': ['1', '2'] });
    expect(withHead(given, outgoing).getRawHeaders()).toEqual(given.getRawHeaders());
  });

  it.each([
    [404, 'Not Found'],
    [413, 'Content Too Large'],
    [299, ''],
  ])('has the registered phrase of %i, not the one of Node', (status, reason) => {
    const outgoing = outgoingWith().writeHead(status);
    expect(outgoing.statusMessage).toBe(STATUS_CODES[status] ?? 'unknown');
    expect(withHead(factories.createResponse(), outgoing).getReasonPhrase()).toBe(reason);
  });

  it('has a phrase that a handler set', () => {
    const outgoing = outgoingWith().writeHead(299, 'Quite Fine');
    expect(withHead(factories.createResponse(), outgoing).getReasonPhrase()).toBe('Quite Fine');
    const unknown = outgoingWith().writeHead(200, 'unknown');
    expect(withHead(factories.createResponse(), unknown).getReasonPhrase()).toBe('unknown');
  });
});

describe('headers that are left to the error response', () => {
  it('are those that it has not, except those of content and of the connection', () => {
    const from = outgoingWith({
      'X-A': ['1', '2'],
      'x-b': '3',
      ETag: '"1"',
      'Cache-Control': 'public',
      Connection: 'close, x-named',
      trailer: 'X',
      'Transfer-Encoding': 'chunked',
      'Keep-Alive': 'timeout=9',
      Upgrade: 'websocket',
      'Proxy-Connection': 'keep-alive',
      'X-Named': '1',
    });
    const to = outgoingWith({ 'X-B': '4', 'X-C': '5' });
    leaveFields(from, to);
    expect(headersOf(to)).toEqual({ 'x-a': ['1', '2'], 'x-b': '4', 'x-c': '5' });
  });

  it('are added to its cookies and its Vary', () => {
    const from = outgoingWith({ 'Set-Cookie': 'a=1', Vary: 'Origin, Cookie' });
    const to = outgoingWith({ 'Set-Cookie': ['b=2'], Vary: 'origin' });
    leaveFields(from, to);
    expect(headersOf(to)).toEqual({ 'set-cookie': ['b=2', 'a=1'], vary: 'Origin, Cookie' });
  });

  it('are none once it has begun', () => {
    const to = outgoingWith({ 'X-B': '4' }).writeHead(500);
    leaveFields(outgoingWith({ 'X-A': '1', 'Set-Cookie': 'a=1' }), to);
    expect(headersOf(to)).toEqual({ 'x-b': '4' });
  });
});
