import type {
  HttpFactoriesInterface,
  RequestSource,
  ServerRequestInterface,
} from '@mortise/http-message';
import { withBasePath } from '../../src/index.js';

/** Variables of a CGI program, as the vectors give them. */
export type Environment = Readonly<Record<string, string | number>>;

const defaults: Environment = {
  SERVER_PROTOCOL: 'HTTP/1.1',
  REQUEST_METHOD: 'GET',
  SCRIPT_NAME: '',
  REQUEST_URI: '',
  SERVER_NAME: 'localhost',
  SERVER_PORT: 80,
  HTTP_HOST: 'localhost',
};

/** What an adapter would make of a request that a CGI program gets. */
export function requestFromEnvironment(
  factories: HttpFactoriesInterface,
  given: Environment,
  bare = false,
): ServerRequestInterface {
  const env = bare ? given : { ...defaults, ...given };
  const request = factories.createServerRequestFromSource(sourceOf(env));
  const script = String(env['SCRIPT_NAME'] ?? '');
  const folder = script.slice(0, Math.max(script.lastIndexOf('/'), 0));
  const path = request.getUri().getPath();
  const isScript = path === script || path.startsWith(`${script}/`);
  return script === '' ? request : withBasePath(request, isScript ? script : folder);
}

function sourceOf(env: Environment): RequestSource {
  const rawHeaders = Object.entries(env).flatMap(([name, value]) => {
    const field = /^(?:HTTP_(.+)|(CONTENT_TYPE|CONTENT_LENGTH))$/.exec(name);
    return field === null ? [] : [headerName(field[1] ?? (field[2] as string)), String(value)];
  });
  return {
    method: String(env['REQUEST_METHOD']),
    target: String(env['REQUEST_URI'] === '' ? '/' : env['REQUEST_URI']),
    protocolVersion: String(env['SERVER_PROTOCOL'] ?? 'HTTP/1.1').replace('HTTP/', ''),
    rawHeaders,
    scheme: env['HTTPS'] === 'on' ? 'https' : 'http',
    host: String(env['HTTP_HOST'] ?? env['SERVER_NAME'] ?? ''),
    remoteAddress: null,
    remotePort: null,
    localAddress: null,
    localPort: Number(env['SERVER_PORT'] ?? 80),
    body: null,
  };
}

function headerName(variable: string): string {
  return variable
    .toLowerCase()
    .replaceAll('_', '-')
    .replaceAll(/(?<=^|-)[a-z]/g, (letter) => letter.toUpperCase());
}
