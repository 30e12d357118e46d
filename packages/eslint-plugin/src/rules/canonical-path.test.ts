import { untyped } from '../../test/rule-testers.js';
import { canonicalPath } from './canonical-path.js';

const errors = [{ messageId: 'received' }];

untyped.run('canonical-path', canonicalPath, {
  valid: [
    'if (requestPath(request) === "/admin") deny();',
    'const path = request.getUri().getPath();',
    'log(request.getUri().getPath());',
    'file.getPath() === "/admin";',
    'request.getUri().getPath().length;',
  ],
  invalid: [
    'request.getUri().getPath() === "/admin";',
    '"/admin" !== request.getUri().getPath();',
    'request.getUri().getPath().startsWith("/admin");',
    'request.getUri().getPath().endsWith(".json");',
    'request.getUri().getPath().includes("admin");',
    'request.getUri().getPath().match(/admin/);',
    '/admin/.test(request.getUri().getPath());',
    'switch (request.getUri().getPath()) { case "/admin": deny(); }',
    'uri.getPath() == "/admin";',
  ].map((code) => ({ code, errors })),
});
