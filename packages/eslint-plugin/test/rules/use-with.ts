import { filename, parsedWithoutTypes, typed, untyped } from '../rule-testers.js';
import { useWith } from '../../src/rules/use-with.js';

const unused = (name: string) => ({ messageId: 'unused', data: { name } });

/** The methods of PSR-7, and those from `@mortise/compat-variant-a` that return a copy. */
const methods = `
  withAddedHeader withAttribute withAttributes withBody withCookieParams withFragment withHeader withHost withJson
  withMethod withParsedBody withPath withPort withProtocolVersion withQuery withQueryParams withRedirect
  withRequestTarget withScheme withStatus withUploadedFiles withUri withUserInfo withoutAttribute withoutHeader
`
  .trim()
  .split(/\s+/);

untyped.run('use-with, without types', useWith, {
  valid: [
    'const changed = response.withHeader("A", "b");',
    'function handle(response) { return response.withStatus(404); }',
    'const handle = (response) => response.withStatus(404);',
    'send(response.withStatus(404));',
    'response = response.withStatus(404);',
    'response.withHeader("A", "b").getStatusCode();',
    'const status = (log(), response.withStatus(404));',
    { name: 'ignores names that do not belong to messages', code: 'builder.withOptions({});' },
    { name: 'ignores functions', code: 'withStatus(404);' },
    ...[
      'response["withStatus"](404);',
      'response[withStatus](404);',
      'class Response { #withStatus; set() { this.#withStatus(404); } }',
      'response.withStatus;',
      '!response.withStatus(404);',
      'const changed = response?.withStatus(404);',
      'const status = (log(), (other(), response.withStatus(404)));',
      'const changed = ok && response.withStatus(404);',
      'send(ok ? response.withStatus(404) : response);',
      'response.withStatus(404) && log();',
      'response.withStatus(404) ? log() : stop();',
      'async () => await response.withStatus(404);',
      'names.map((name) => response.withoutHeader(name));',
      'for (; response.withStatus(404); ) log();',
      'for (const name of response.withStatus(404)) log(name);',
    ].map((code) => ({ name: `accepts ${code}`, code })),
  ],
  invalid: [
    ...methods.map((name) => ({ code: `message.${name}();`, errors: [unused(name)] })),
    {
      name: 'reports the whole call',
      code: ' response.withStatus(404) ;',
      errors: [{ ...unused('withStatus'), line: 1, column: 2, endColumn: 26 }],
    },
    { code: 'log(), (response.withStatus(404), log());', errors: [unused('withStatus')] },
    { code: 'void (log(), response?.withStatus(404));', errors: [unused('withStatus')] },
    { code: 'response.withHeader("A", "b");', errors: [unused('withHeader')] },
    { code: 'response.withoutHeader("A");', errors: [unused('withoutHeader')] },
    { code: 'void request.withAttribute("a", 1);', errors: [unused('withAttribute')] },
    { code: 'response?.withStatus(404);', errors: [unused('withStatus')] },
    { code: 'log(), response.withStatus(404);', errors: [unused('withStatus')] },
    { code: 'response.withStatus(404), log();', errors: [unused('withStatus')] },
    ...[
      'ok && response.withStatus(404);',
      'ok ?? (other || response.withStatus(404));',
      'ok ? response.withStatus(404) : log();',
      'ok ? log() : response.withStatus(404);',
      'await response.withStatus(404);',
      'for (response.withStatus(404); ; ) log();',
      'for (;; response.withStatus(404)) log();',
      'codes.forEach((code) => response.withStatus(code));',
    ].map((code) => ({ code, errors: [unused('withStatus')] })),
    {
      name: 'reports the last call of a chain',
      code: 'r.withStatus(404).withHeader("A", "b");',
      errors: [unused('withHeader')],
    },
  ],
});

const imported = "import { json, withCookie, withTrailers as trailing } from 'mortise';\n";
const required = "const { withEtag, withFile: file } = require('@mortise/static/node');\n";

untyped.run('use-with, of functions', useWith, {
  valid: [
    `${imported}const changed = withCookie(response, 'a', 'b');`,
    `${imported}const handle = (request, response) => json(response, {});`,
    `${required}send(withEtag(response, 'a'));`,
    "import { inProcess } from 'mortise/testing';\ninProcess(app);",
    "import { withCookie } from './cookies.js';\nwithCookie(response);",
    "import { withCookie } from 'mortise-cookies';\nwithCookie(response);",
    "import withCookie from 'mortise';\nwithCookie(response);",
    "import { json } from 'mortise';\nfunction handle(json) { json(response); }",
    "const { withCookie } = load('mortise');\nwithCookie(response);",
    'const { withCookie } = require(name);\nwithCookie(response);',
    "const withCookie = require('mortise');\nwithCookie(response);",
    "const { ...withCookie } = require('mortise');\nwithCookie(response);",
    'withCookie(response);',
  ],
  invalid: [
    { code: `${imported}withCookie(response, 'a', 'b');`, errors: [unused('withCookie')] },
    { code: `${imported}json(response, {});`, errors: [unused('json')] },
    { code: `${imported}ok && trailing(response, {});`, errors: [unused('withTrailers')] },
    { code: `${required}void withEtag(response, 'a');`, errors: [unused('withEtag')] },
    { code: `${required}await file(response, 'a');`, errors: [unused('withFile')] },
    {
      code: "import { 'text' as plain } from '@mortise/app';\nplain(response, '');",
      errors: [unused('text')],
    },
    {
      code: "import { httpError } from 'mortise';\nif (!user) httpError(401);",
      errors: [{ messageId: 'unthrown', data: { name: 'httpError' } }],
    },
    ...['html', 'localRedirect', 'ndjson', 'redirect', 'text'].map((name) => ({
      code: `import { ${name} } from '@mortise/app';\n${name}(response, '/');`,
      errors: [unused(name)],
    })),
  ],
});

parsedWithoutTypes.run('use-with, with a parser of types but without types', useWith, {
  valid: [],
  invalid: [
    'response.withStatus(404);',
    'response.withStatus(404)!;',
    '(response as Response).withStatus(404) as Response;',
  ].map((code) => ({ code, errors: [unused('withStatus')] })),
});

const messages = `import type { ResponseInterface, UriInterface } from '@mortise/http-message';
declare const response: ResponseInterface;
declare const uri: UriInterface;
declare const either: ResponseInterface | null;
`;

typed.run('use-with, with types', useWith, {
  valid: [
    {
      name: 'recognizes mutable objects by their type',
      filename,
      code: 'class Builder { withStatus(status: number) {} }\nnew Builder().withStatus(404);',
    },
    ...[
      'class Headers { withHeader() {} }\nnew Headers().withHeader();',
      'class Place { withScheme() {} }\nnew Place().withScheme();',
      'class Message { getProtocolVersion() {} withStatus() {} }\nnew Message().withStatus();',
    ].map((code) => ({ name: `needs both members of a message: ${code}`, filename, code })),
    ...['withheld', 'without', 'withouta', 'notWithA', 'notwithA', 'with'].map((name) => ({
      name: `ignores the method ${name} of a message`,
      filename,
      code: `${messages}declare const mine: ResponseInterface & { ${name}(): void };\nmine.${name}();`,
    })),
    { filename, code: `${messages}export const changed = response.withStatus(404);` },
  ],
  invalid: [
    { filename, code: `${messages}response.withStatus(404);`, errors: [unused('withStatus')] },
    { filename, code: `${messages}uri.withPath('/');`, errors: [unused('withPath')] },
    { filename, code: `${messages}either?.withStatus(404);`, errors: [unused('withStatus')] },
    {
      name: 'recognizes new methods of messages by the type',
      filename,
      code: `${messages}declare const mine: ResponseInterface & { withTitle(title: string): ResponseInterface };
mine.withTitle('a');`,
      errors: [unused('withTitle')],
    },
    ...['any', 'unknown'].map((type) => ({
      name: `checks the name if the type is ${type}`,
      filename,
      code: `declare const response: ${type};\nresponse.withStatus(404);`,
      errors: [unused('withStatus')],
    })),
  ],
});
