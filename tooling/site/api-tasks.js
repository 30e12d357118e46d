/** The members of `mortise` that applications use first, by task; its page of the API begins with them. */
import { linkOf, nameOf } from './api-members.js';

const TASKS = {
  'Create and serve an application': `createApp serve serveCluster installSignalHandlers toListener AppInterface
    AppOptions ServeOptions`,
  'Return a response': `json ndjson text html redirect localRedirect withCookie escapeHtml ResponseInterface`,
  'Read a request': `ServerRequestInterface parseBody requestPath routeOf AttributeKey UploadedFileInterface
    RequestLifetimeInterface`,
  'Register routes': 'Routes RouteHandler RouteOptions RouteInterface MetadataKey',
  'Add middleware': `MiddlewareFunction MiddlewareInterface underPath fromConnect methodOverride bodyParsing
    canonicalUrl perRequest`,
  'Report errors': 'httpError HttpError errorOf errorFacts AppErrorOptions objectFirst',
};

/** @throws {Error} for a name that `mortise` does not export */
export function byTask(entry, members, references) {
  if (entry !== 'mortise') return '';
  const links = new Map([
    ...members.map(({ name, link }) => [name.replace('()', ''), link]),
    ...references.map((member) => [nameOf(member).replace('()', ''), linkOf(member)]),
  ]);
  const rows = Object.entries(TASKS).map(([task, list]) => {
    const names = list.split(/\s+/);
    const lost = names.filter((name) => !links.has(name));
    if (lost.length > 0) throw new Error(`mortise has no ${lost.join(', ')}: see api-tasks.js.`);
    return `| ${task} | ${names.map((name) => links.get(name)).join(', ')} |`;
  });
  return `## By task\n\n| To | Use |\n|---|---|\n${rows.join('\n')}\n\n`;
}
