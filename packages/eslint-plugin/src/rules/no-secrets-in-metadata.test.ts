import { untyped } from '../../test/rule-testers.js';
import { noSecretsInMetadata } from './no-secrets-in-metadata.js';

const secret = (name: string) => ({ messageId: 'secret', data: { name } });

untyped.run('no-secrets-in-metadata', noSecretsInMetadata, {
  valid: [
    'app.group("/admin", define, { metadata: { role: "admin" } });',
    'route.setMetadata("role", "admin");',
    {
      name: 'accepts flags and numbers',
      code: 'app.group("/", define, { metadata: { token: true, secret: 0 } });',
    },
    { name: 'accepts an empty string', code: 'route.setMetadata("password", "");' },
    { name: 'accepts names of rules', code: 'route.setMetadata("passwordPolicy", "strict");' },
    {
      name: 'accepts URLs without a password',
      code: 'route.setMetadata("docs", "https://docs.test/a:b@c");',
    },
    { name: 'ignores other objects', code: 'const settings = { password: readPassword() };' },
    'route.setMetadata("stage", process.env.STAGE);',
  ],
  invalid: [
    {
      code: 'app.group("/", define, { metadata: { role: "admin", apiKey: "k-1" } });',
      errors: [secret('apiKey')],
    },
    { code: 'route.setMetadata("DB_PASSWORD", password);', errors: [secret('DB_PASSWORD')] },
    { code: 'route.setMetadata("token", `t-${id}`);', errors: [secret('token')] },
    { code: 'route.setMetadata(SECRET, read());', errors: [secret('SECRET')] },
    {
      name: 'recognizes an environment variable by its name',
      code: 'route.setMetadata("upstream", process.env.UPSTREAM_NAME); route.setMetadata("a", process.env["AUTH_TOKEN"]);',
      errors: [secret('a')],
    },
    {
      name: 'recognizes a password in a URL under any name',
      code: 'route.setMetadata("database", "postgres://app:hunter2@db.test/app");',
      errors: [secret('database')],
    },
    {
      name: 'recognizes the credentials of basic authentication under any name',
      code: 'app.group("/", define, { metadata: { upstream: "Basic dXNlcjpwYXNz" } });',
      errors: [secret('upstream')],
    },
    {
      name: 'recognizes an authorization header under any name',
      code: 'app.group("/", define, { metadata: { upstream: "Bearer abcdefgh12345" } });',
      errors: [secret('upstream')],
    },
    {
      name: 'recognizes a private key under any name',
      code: 'route.setMetadata("pem", "-----BEGIN PRIVATE KEY-----");',
      errors: [secret('pem')],
    },
  ],
});
