import { parsedWithoutTypes, untyped } from '../rule-testers.js';
import { noSecretsInMetadata } from '../../src/rules/no-secrets-in-metadata.js';

const secret = (name: string) => ({ messageId: 'secret', data: { name } });

/** Names of secrets, each also after another word. */
const secretNames = [
  ...['password', 'passphrase', 'secret', 'credential', 'credentials', 'token'],
  ...['apiKey', 'api-key', 'API_KEY', 'privateKey', 'private_key', 'accessKey'],
  ...['accessToken', 'authToken', 'auth_token', 'bearer-token', 'refreshToken'],
  ...['dbPassword', 'clientSecret', 'myApiKey', 'myAccessToken'],
];

/** Names that only resemble those of secrets. */
const harmlessNames = [
  ...['passwords', 'passwordPolicy', 'secretary', 'credentialsUrl', 'apiKeyName', 'key', 'pass'],
  ...['csrfToken', 'my-token', 'tokens', 'accessTokenUrl', 'publicKey', 'api.key', 'auth.token'],
];

/** Texts that are secrets under any name. */
const secretTexts = [
  ...['Bearer 12345678', 'Basic 12345678'],
  ...['-----BEGIN PRIVATE KEY-----', 'x -----BEGIN RSA PRIVATE KEY-----\\n'],
  ...['postgres://app:p@db', 'redis://:p@db', 'a+b.c-1://u:p@h', 'http://a:b:c@d'],
  ...['sk_live_1', 'rk_test_1', 'pk_live_1'],
  ...['p', 'o', 'u', 's', 'r'].map((kind) => `gh${kind}_12345678901234567890`),
  'AKIA1234567890ABCDEF',
];

/** Texts that only resemble secrets. */
const harmlessTexts = [
  ...['Bearer 1234567', 'a Bearer 12345678', 'Bearer 1234 5678', 'Token 12345678', 'Basic'],
  ...['-----BEGIN PUBLIC KEY-----', '-----BEGIN rsa PRIVATE KEY-----', 'PRIVATE KEY'],
  ...['http://a@b', 'http://a:@b', 'http://a:b', 'http://a/b:c@d', 'http://a b:c@d'],
  ...['http://a:b c@d', 'http://a:b/c@d', '1a://u:p@h', 'see http://a:b@c', 'mailto:a:b@c'],
  ...['sk_live_', 'sk_prod_1', 'xk_live_1', 'my_sk_live_1'],
  ...['ghp_1234567890123456789', 'ghx_12345678901234567890', 'a ghp_12345678901234567890'],
  ...[
    'AKIA1234567890ABCDE',
    'AKIA1234567890ABCDEFG',
    'AKIA1234567890abcdef',
    'xAKIA1234567890ABCDEF',
  ],
];

untyped.run('no-secrets-in-metadata, by name and by text', noSecretsInMetadata, {
  valid: [
    ...harmlessNames.map((name) => `route.setMetadata("${name}", "x");`),
    ...harmlessTexts.map((text) => `route.setMetadata("a", "${text}");`),
  ],
  invalid: [
    ...secretNames.map((name) => ({
      code: `route.setMetadata("${name}", "x");`,
      errors: [secret(name)],
    })),
    ...secretTexts.map((text) => ({
      code: `route.setMetadata("a", "${text}");`,
      errors: [secret('a')],
    })),
  ],
});

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
    ...[
      'route.setMetadata("password");',
      'route.setMetadata();',
      'route.setOther("password", "x");',
      'setMetadata("password", "x");',
      'app.group("/", define, { metadata: { ...secrets } });',
      'app.group("/", define, { metadata: { role: { password: "x" } } });',
      'app.group("/", define, { other: { password: "x" } });',
      'app.group("/", define, { metadata: [{ password: "x" }] });',
      'route.setMetadata("a", process.other.API_KEY);',
      'route.setMetadata("a", process.env.API_KEY.length);',
      'route.setMetadata("a", API_KEY);',
      'route.setMetadata("password", ["x"]);',
      'route.setMetadata("password", {});',
      'route.setMetadata("password", () => "x");',
      'route.setMetadata("password", ``);',
      'route.setMetadata(`${password}`, "x");',
      'route.setMetadata(1, "x");',
      'route.setMetadata("password", null);',
    ].map((code) => ({ name: `accepts ${code}`, code })),
  ],
  invalid: [
    ...['x', 'x.y', 'x()', 'await x()', '"x"', '`x${y}`', 'x["y"]'].map((value) => ({
      name: `reports the value ${value}`,
      code: `route.setMetadata("password", ${value});`,
      errors: [secret('password')],
    })),
    {
      name: 'reports the call, and the property',
      code: 'a.setMetadata("token", x); b({ metadata: { token: x } });',
      errors: [
        { ...secret('token'), column: 1, endColumn: 26 },
        { ...secret('token'), column: 44, endColumn: 52 },
      ],
    },
    {
      name: 'recognizes names in quotes and in templates',
      code: 'a.setMetadata(`token`, x); b({ metadata: { "api-key": x } });',
      errors: [secret('token'), secret('api-key')],
    },
    {
      name: 'recognizes the environment of a module',
      code: 'a.setMetadata("a", import.meta.env.API_KEY);',
      errors: [secret('a')],
    },
    {
      code: 'app.group("/", define, { metadata: { role: "admin", apiKey: "k-1" } });',
      errors: [secret('apiKey')],
    },
    { code: 'route.setMetadata("DB_PASSWORD", password);', errors: [secret('DB_PASSWORD')] },
    {
      name: 'follows a name to the metadata',
      code: 'const metadata = { token: t }; app.get("/", h, { metadata });',
      errors: [secret('token')],
    },
    { code: 'app.get("/", h, { "metadata": { token: t } });', errors: [secret('token')] },
    {
      name: 'recognizes a secret that has a default',
      code: 'route.setMetadata("a", process.env.API_KEY ?? "none");',
      errors: [secret('a')],
    },
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

parsedWithoutTypes.run('no-secrets-in-metadata, in TypeScript', noSecretsInMetadata, {
  valid: [],
  invalid: ['process.env.API_KEY!', 'process.env.API_KEY as string'].map((value) => ({
    code: `app.get('/', h, { metadata: { a: ${value} } as Metadata });`,
    errors: [secret('a')],
  })),
});
