import { filename, typed, untyped } from '../../test/rule-testers.js';
import { useWith } from './use-with.js';

const unused = (name: string) => ({ messageId: 'unused', data: { name } });

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
  ],
  invalid: [
    { code: 'response.withHeader("A", "b");', errors: [unused('withHeader')] },
    { code: 'response.withoutHeader("A");', errors: [unused('withoutHeader')] },
    { code: 'void request.withAttribute("a", 1);', errors: [unused('withAttribute')] },
    { code: 'response?.withStatus(404);', errors: [unused('withStatus')] },
    { code: 'log(), response.withStatus(404);', errors: [unused('withStatus')] },
    { code: 'response.withStatus(404), log();', errors: [unused('withStatus')] },
    {
      name: 'reports the last call of a chain',
      code: 'r.withStatus(404).withHeader("A", "b");',
      errors: [unused('withHeader')],
    },
  ],
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
    {
      name: 'checks the name if the type is any',
      filename,
      code: 'declare const response: any;\nresponse.withStatus(404);',
      errors: [unused('withStatus')],
    },
  ],
});
