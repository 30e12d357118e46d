import { untyped } from '../rule-testers.js';
import { compareRequestPath } from '../../src/rules/compare-request-path.js';

const errors = [{ messageId: 'received' }];

untyped.run('compare-request-path', compareRequestPath, {
  valid: [
    'if (requestPath(request) === "/admin") deny();',
    'log(request.getUri().getPath());',
    'const path = request.getUri().getPath(); log(path); verify(signature, path);',
    'file.getPath() === "/tmp";',
    'getUri().path === "/a";',
    'const path = request.getUri().getPath(); const short = path.slice(1);',
    'request.getUri().getPath() + "/";',
    'switch (mode) { case request.getUri().getPath(): }',
    'request.getUri().getQuery() === "a";',
  ],
  invalid: [
    'if (request.getUri().getPath() === "/admin") deny();',
    'if ("/admin" !== request.getUri().getPath()) pass();',
    'if (request.getUri().getPath().startsWith("/admin/")) deny();',
    'if (/^\\/admin/.test(request.getUri().getPath())) deny();',
    'if (protectedPaths.has(request.getUri().getPath())) deny();',
    'if (protectedPaths.includes(request.getUri().getPath())) deny();',
    'switch (request.getUri().getPath()) { case "/admin": deny(); }',
    'const path = request.getUri().getPath(); if (path === "/admin") deny();',
    'function guard(request) { const path = request.getUri().getPath(); return () => path.match(/^.admin/); }',
    'this.request.getUri().getPath() == admin;',
  ].map((code) => ({ code, errors })),
});
