import { describe, expect, it } from '@jest/globals';
// @ts-expect-error it has no types of its own
import compression from 'compression';
// @ts-expect-error it has no types of its own
import express from 'express';
import { rateLimit } from 'express-rate-limit';
// @ts-expect-error it has no types of its own
import session from 'express-session';
import helmet from 'helmet';
// @ts-expect-error it has no types of its own
import morgan from 'morgan';
import { writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
// @ts-expect-error it has no types of its own
import serveStatic from 'serve-static';
import { chunks } from './connect-serving.js';
import { answer, type Handle, streamed } from './serving.js';
import { waitFor } from './wait-for.js';

import {
  connect,
  folder,
  type Makes,
  notFound,
  outermost,
  protocols,
  stackOver,
} from './connect-stack.js';

describe.each(protocols)('below fromConnect over %s', (_protocol, http2) => {
  const stack = stackOver(http2);

  it('helmet guards responses, files and errors, and an outer layer can add to them', async () => {
    const files = connect((serveStatic as Makes)(folder), { path: '/assets' });
    writeFileSync(join(folder, 'a.css'), 'body {}');
    const handle: Handle = (request) =>
      request.getUri().getPath() === '/' ? answer('home') : notFound(request);
    const { ask } = await stack([outermost, connect(helmet()), files], handle);
    const got = [await ask('/'), await ask('/assets/a.css')];
    for (const { headers } of [...got, await ask('/none')]) {
      expect(headers['content-security-policy']).toMatch(/^default-src 'self'/);
      expect(headers['x-content-type-options']).toBe('nosniff');
    }
    expect(got.map(({ headers }) => headers['x-outermost'])).toEqual(['there', 'there']);
    expect(got.map(({ body }) => String(body))).toEqual(['home', 'body {}']);
  });

  it('serve-static serves files, ranges, HEAD, conditions and folders', async () => {
    const text = '0123456789'.repeat(100_000);
    writeFileSync(join(folder, 'a.txt'), text);
    const files = connect((serveStatic as Makes)(folder), { path: '/assets' });
    const { ask } = await stack([outermost, files], () => answer('inner'));
    const whole = await ask('/assets/a.txt');
    expect([whole.status, String(whole.body) === text]).toEqual([200, true]);
    expect(whole.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-length': '1000000',
      'accept-ranges': 'bytes',
      'x-outermost': 'there',
    });
    const range = await ask('/assets/a.txt', { headers: { range: 'bytes=10-12' } });
    expect([range.status, range.headers['content-range'], String(range.body)]).toEqual([
      206,
      'bytes 10-12/1000000',
      '012',
    ]);
    const head = await ask('/assets/a.txt', { method: 'HEAD' });
    expect([head.status, head.headers['content-length'], head.body.length]).toEqual([
      200,
      '1000000',
      0,
    ]);
    const headers = { 'if-none-match': String(whole.headers['etag']) };
    const same = await ask('/assets/a.txt', { headers });
    expect([same.status, same.body.length]).toEqual([304, 0]);
    const moved = await ask('/assets');
    expect([moved.status, moved.headers['location']]).toEqual([301, '/assets/']);
    expect(String((await ask('/assets/none.txt')).body)).toBe('inner');
    expect(String((await ask('/a.txt')).body)).toBe('inner');
  });

  it('compression rewrites responses of handlers and of the application', async () => {
    const text = 'all the same\n'.repeat(40_000);
    writeFileSync(join(folder, 'c.txt'), text);
    const layers = [
      outermost,
      connect((compression as Makes)()),
      connect((serveStatic as Makes)(folder), { path: '/assets' }),
    ];
    const { ask, errors } = await stack(layers, (request) => {
      const plain = { 'Content-Type': 'text/plain', Vary: 'Cookie', 'Set-Cookie': 'a=1' };
      const parts = [text.slice(0, 1000), text.slice(1000)];
      return request.getUri().getPath() === '/whole'
        ? answer(text, 200, plain)
        : streamed(chunks(...parts), plain);
    });
    for (const path of ['/whole', '/streamed', '/assets/c.txt']) {
      const { headers, body } = await ask(path, { headers: { 'accept-encoding': 'gzip' } });
      expect([headers['content-encoding'], headers['content-length']]).toEqual(['gzip', undefined]);
      expect(headers['vary']).toMatch(/Accept-Encoding$/);
      expect(headers['x-outermost']).toBe('there');
      expect(gunzipSync(body).toString() === text).toBe(true);
      expect(String((await ask(path)).body) === text).toBe(true);
    }
    const head = await ask('/whole', { method: 'HEAD', headers: { 'accept-encoding': 'gzip' } });
    expect([head.status, head.headers['content-encoding'], head.body.length]).toEqual([
      200,
      undefined,
      0,
    ]);
    expect(errors).toEqual([]);
  });

  it('express-rate-limit counts requests and refuses those over the limit', async () => {
    const limit = (rateLimit as unknown as Makes)({
      limit: 2,
      standardHeaders: 'draft-7',
      legacyHeaders: false,
      validate: false,
      keyGenerator: (req: IncomingMessage) => String(req.socket.remoteAddress),
      handler: (_req: unknown, res: ServerResponse) => res.writeHead(429).end('slow down'),
    });
    const { ask } = await stack([outermost, connect(limit)], () => answer('inner'));
    const seen: unknown[] = [];
    for (let at = 0; at < 3; at++) {
      const { status, headers, body } = await ask('/');
      expect(headers['ratelimit']).toMatch(`remaining=${Math.max(0, 1 - at)}`);
      seen.push(status, String(body), headers['x-outermost']);
    }
    expect(seen).toEqual([200, 'inner', 'there', 200, 'inner', 'there', 429, 'slow down', 'there']);
  });

  it('express-rate-limit finds in an Express application what it needs of Express', async () => {
    const limit = (rateLimit as unknown as Makes)({ limit: 1, windowMs: 3_600_000 });
    const inExpress = (express as () => { use(handler: unknown): unknown })().use(limit);
    const { ask } = await stack([outermost, connect(inExpress)], () => answer('inner'));
    const seen: unknown[] = [];
    for (let at = 0; at < 2; at++) {
      const { status, headers, body } = await ask('/');
      seen.push(status, String(body), headers['x-outermost']);
    }
    expect(seen).toEqual([
      ...[200, 'inner', 'there'],
      ...[429, 'Too many requests, please try again later.', 'there'],
    ]);
  });

  it('morgan logs the status and length of every response, errors included', async () => {
    const lines: string[] = [];
    const stream = { write: (line: string) => void lines.push(line.trim()) };
    const format = ':method :url :status :res[content-length] :remote-addr';
    const layers = [
      connect((morgan as Makes)(format, { stream })),
      connect((serveStatic as Makes)(folder), { path: '/assets' }),
    ];
    writeFileSync(join(folder, 'm.txt'), '12345678');
    const { ask } = await stack(layers, (request) => {
      const path = request.getUri().getPath();
      if (path === '/none') return notFound(request);
      return path === '/streamed' ? streamed(chunks('a', 'b')) : answer('inner', 201);
    });
    for (const path of ['/?a=1', '/streamed', '/assets/m.txt', '/none']) await ask(path);
    await waitFor(() => lines.length === 4);
    expect(lines).toEqual([
      'GET /?a=1 201 5 127.0.0.1',
      'GET /streamed 200 - 127.0.0.1',
      'GET /assets/m.txt 200 8 127.0.0.1',
      'GET /none 404 - 127.0.0.1',
    ]);
  });

  it('all of them work in one stack', async () => {
    const lines: string[] = [];
    const stream = { write: (line: string) => void lines.push(line.trim()) };
    const text = 'all the same\n'.repeat(4_000);
    const layers = [
      outermost,
      connect((morgan as Makes)(':status', { stream })),
      connect(helmet()),
      connect((compression as Makes)()),
      connect((session as Makes)({ secret: 'x', resave: false, saveUninitialized: true })),
      connect((serveStatic as Makes)(folder), { path: '/assets' }),
    ];
    writeFileSync(join(folder, 's.txt'), text);
    const { ask, errors } = await stack(layers, () =>
      answer(text, 200, { 'Content-Type': 'text/plain', 'Set-Cookie': 'own=1' }),
    );
    for (const path of ['/', '/assets/s.txt']) {
      const { headers, body } = await ask(path, { headers: { 'accept-encoding': 'gzip' } });
      expect(gunzipSync(body).toString() === text).toBe(true);
      expect(headers['content-security-policy']).toBeDefined();
      expect(String(headers['set-cookie'])).toMatch(path === '/' ? /own=1.*connect\.sid/ : /sid/);
      expect(headers['x-outermost']).toBe('there');
    }
    await waitFor(() => lines.length === 2);
    expect([lines, errors]).toEqual([['200', '200'], []]);
  });
});
