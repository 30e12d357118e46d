const QUESTIONS = {
  'read a JSON body': ['guides/requests'],
  'upload a file': ['guides/upload-a-file'],
  'set a cookie': ['guides/cookies-and-sessions'],
  CORS: ['guides/middleware', 'packages/cors'],
  '404 page': ['guides/errors'],
  redirect: ['guides/responses'],
  'test a route': ['guides/test-your-application'],
  'deploy behind nginx': ['guides/deploy'],
  'validate input': ['guides/validate-input'],
  database: ['guides/database'],
  'auth with JWT': ['guides/log-in', 'packages/auth'],
  'stream a response': ['guides/stream-a-response'],
  WebSocket: ['guides/websocket', 'packages/ws'],
  'rate limit': ['guides/middleware', 'packages/rate-limit'],
  'use with Bun': ['guides/bun-deno-workers'],
  logging: ['guides/log-and-trace'],
  template: ['guides/templates'],
  streaming: ['guides/stream-a-response'],
  'static files': ['guides/files-and-single-page-applications', 'packages/static'],
  'log in': ['guides/log-in'],
  session: ['guides/cookies-and-sessions', 'packages/session'],
  'error handler': ['guides/errors'],
  OpenAPI: ['packages/openapi', 'typed-apis'],
  'typed client': ['packages/client', 'typed-apis'],
  'health check': ['guides/deploy', 'packages/health'],
  'graceful shutdown': ['guides/deploy', 'ends-and-clusters'],
  'base path': ['guides/routing', 'node-server'],
  proxy: ['guides/deploy', 'recipes/run-behind-a-proxy'],
  cluster: ['ends-and-clusters', 'guides/deploy', 'node-server'],
  'environment variables': ['guides/configuration'],
  'body size limit': ['guides/requests', 'guides/upload-a-file'],
  'trailing slash': ['guides/routing', 'packages/router'],
  'https redirect': ['guides/deploy'],
  'hot reload': ['development'],
  'dependency injection': ['guides/configuration'],
  'background job': ['recipes/run-background-jobs'],
  'websocket rooms': ['guides/websocket'],
  csrf: ['packages/csrf'],
  'send email': ['recipes/send-email', 'guides/choose-your-packages'],
  'cache response': ['guides/middleware'],
  'global prefix': ['guides/routing'],
  'nested routes': ['guides/routing'],
  'middleware order': ['guides/middleware', 'order-of-middleware'],
  'get client ip': ['guides/requests'],
  'query params': ['guides/requests'],
  'path params': ['guides/routing'],
  'form data': ['guides/requests', 'guides/upload-a-file'],
  express: ['from-express'],
  'migrate from express': ['from-express'],
  'api key': ['guides/log-in', 'packages/auth'],
  oauth: ['recipes/sign-in-with-openid-connect', 'guides/choose-your-packages'],
  cron: ['guides/choose-your-packages'],
  i18n: ['guides/choose-your-packages'],
  subdomain: ['guides/choose-your-packages'],
  permissions: ['guides/choose-your-packages', 'packages/auth'],
  'feature flags': ['guides/configuration'],
  systemd: ['guides/deploy'],
  'github actions': ['guides/test-your-application'],
  'upload progress': ['guides/upload-a-file'],
  'ip allowlist': ['recipes/allow-only-some-ip-addresses'],
  'maintenance mode': ['recipes/turn-on-maintenance-mode'],
  decorators: ['guides/choose-your-packages', 'from-fastify'],
  405: ['guides/routing', 'error-contract'],
  'next function': ['guides/middleware', 'from-express'],
  'req.body undefined': ['guides/requests', 'from-express'],
  'express router': ['from-express'],
  'res.sendFile': ['guides/files-and-single-page-applications', 'from-express'],
  'body parser': ['guides/requests', 'packages/body-parsers'],
  'async error handling': ['guides/errors'],
  'catch all route': ['guides/routing'],
  'res.locals': ['from-express', 'guides/requests'],
  'socket.io': ['guides/websocket', 'guides/choose-your-packages'],
  plugins: ['from-fastify'],
  hooks: ['from-fastify', 'guides/middleware'],
  'onRequest hook': ['from-fastify'],
  'decorate request': ['guides/requests', 'from-fastify'],
  'inject test': ['guides/test-your-application', 'from-fastify'],
  'reply.send': ['from-fastify', 'guides/responses'],
  'cloudflare workers': ['guides/bun-deno-workers'],
  'c.req.param': ['from-hono', 'guides/routing'],
  'bearer auth': ['guides/log-in', 'packages/auth'],
  'basic auth': ['packages/auth', 'guides/log-in'],
  deno: ['guides/bun-deno-workers'],
  'named routes': ['guides/routing', 'from-slim-4'],
  'route model binding': ['guides/routing', 'guides/database'],
  'flash messages': ['guides/cookies-and-sessions', 'packages/session'],
  'csrf token': ['packages/csrf', 'guides/log-in'],
  migrations: ['guides/database'],
  'middleware groups': ['guides/routing', 'guides/middleware'],
  pagination: ['guides/database', 'recipes/page-through-a-list'],
  'form validation errors': ['recipes/render-pages-with-forms', 'guides/validate-input'],
  'old input': ['guides/validate-input', 'recipes/render-pages-with-forms'],
  'hash password': ['guides/log-in'],
  'reset password': ['guides/log-in', 'recipes/send-email'],
  dockerfile: ['getting-started', 'guides/deploy'],
  'request timeout': ['guides/deploy', 'limits'],
  'download file': ['guides/files-and-single-page-applications'],
  'delete cookie': ['guides/cookies-and-sessions'],
  'prometheus metrics': ['guides/log-and-trace', 'packages/metrics'],
  'connection pool': ['guides/database', 'scaling'],
  'memory leak': ['development', 'guides/log-and-trace'],
  'content negotiation': ['guides/responses'],
  'conditional request': ['packages/http-cache', 'guides/middleware'],
  HEAD: ['guides/routing'],
  'HEAD request': ['guides/routing'],
  'route params': ['guides/routing'],
  'route parameter': ['guides/routing'],
  'optional route parameter': ['guides/routing'],
  'optional parameter': ['guides/routing'],
  authorization: ['guides/log-in', 'packages/auth'],
  'api versioning': ['guides/routing'],
  'api version': ['guides/routing'],
  nodemon: ['development'],
  'watch mode': ['development'],
  AsyncLocalStorage: ['guides/log-and-trace', 'recipes/log-the-request-id-from-deep-code'],
  'async local storage': ['guides/log-and-trace', 'recipes/log-the-request-id-from-deep-code'],
  'compress response': ['packages/compression', 'guides/middleware'],
  throttle: ['guides/middleware', 'packages/rate-limit'],
  supertest: ['guides/test-your-application'],
  dotenv: ['guides/configuration'],
  pm2: ['guides/deploy'],
  'next()': ['guides/middleware', 'from-express'],
  'next.js': ['guides/mount-other-libraries', 'guides/bun-deno-workers'],
  handlebars: ['guides/templates'],
  locale: ['guides/templates'],
  'two factor': ['guides/choose-your-packages', 'guides/log-in'],
  'cookie options': ['guides/cookies-and-sessions'],
  'signed cookie': ['guides/cookies-and-sessions', 'packages/cookies'],
  'session expire': ['packages/session', 'guides/cookies-and-sessions'],
  logout: ['guides/log-in', 'recipes/log-visitors-in-and-out'],
  'wildcard route': ['guides/routing'],
  'regex route': ['guides/routing'],
  'route prefix': ['guides/routing'],
  'url generation': ['guides/routing'],
  'set header': ['guides/responses'],
  'status code': ['guides/responses'],
  'send json': ['guides/responses'],
  'xml body': ['guides/requests', 'packages/body-parsers'],
  'raw body': ['guides/requests'],
  'webhook signature': ['recipes/receive-a-webhook', 'guides/requests'],
  'stripe webhook': ['recipes/receive-a-webhook'],
  sse: ['packages/sse', 'guides/stream-a-response'],
  chat: ['recipes/chat-over-websockets'],
  prisma: ['guides/database'],
  transaction: ['guides/database'],
  mongodb: ['guides/database', 'guides/choose-your-packages'],
  'csv import': ['recipes/import-a-large-file-line-by-line'],
  sentry: ['guides/log-and-trace'],
  winston: ['guides/log-and-trace'],
  pino: ['guides/log-and-trace', 'packages/log-pino'],
  'load balancer': ['scaling', 'guides/deploy'],
  'https local': ['development'],
  http2: ['http2'],
  vercel: ['guides/bun-deno-workers'],
  'aws lambda': ['guides/bun-deno-workers'],
  react: ['guides/files-and-single-page-applications'],
  vite: ['guides/files-and-single-page-applications'],
  'spa fallback': ['guides/files-and-single-page-applications'],
  favicon: ['guides/files-and-single-page-applications', 'packages/static'],
  'security headers': ['guides/middleware', 'packages/secure-headers'],
  'csp nonce': ['packages/secure-headers', 'guides/templates'],
  'sql injection': ['security', 'guides/database'],
  'idempotency key': ['packages/idempotency', 'recipes/run-a-payment-once'],
  graphql: ['recipes/mount-graphql-yoga', 'guides/mount-other-libraries'],
  trpc: ['recipes/mount-trpc', 'guides/mount-other-libraries'],
  debug: ['development'],
  eslint: ['packages/eslint-plugin'],
  tsconfig: ['development', 'getting-started'],
  'stack trace': ['development', 'guides/errors'],
  'custom error class': ['guides/errors'],
  'json error response': ['guides/errors'],
  'problem details': ['guides/errors'],
  'mock database': ['guides/test-your-application'],
  vitest: ['guides/test-your-application'],
  'integration test': ['guides/test-your-application'],
  koa: ['guides/mount-other-libraries'],
  'nestjs decorators': ['guides/choose-your-packages', 'from-fastify'],
  'scaffold project': ['packages/create-mortise'],
  installation: ['getting-started'],
  'hello world': ['getting-started'],
  etag: ['guides/middleware', 'packages/http-cache'],
  'file extension mime': ['packages/static', 'guides/files-and-single-page-applications'],
  'image upload': ['guides/upload-a-file'],
  'multiple files': ['guides/upload-a-file'],
  'json body undefined': ['guides/requests'],
  preHandler: ['from-fastify'],
  'fastify plugin': ['from-fastify'],
  'express.static': ['from-express', 'guides/files-and-single-page-applications'],
  'res.status': ['from-express', 'guides/responses'],
  'res.redirect': ['from-express', 'guides/responses'],
  'req.params': ['guides/routing', 'from-express'],
  'c.json': ['from-hono', 'guides/responses'],
  'hono middleware': ['from-hono'],
  setNotFoundHandler: ['from-fastify', 'guides/errors'],
  'slim 4': ['from-slim-4'],
  'slim middleware': ['from-slim-4', 'from-slim-3'],
  RouteCollectorProxy: ['from-slim-4'],
  'request validation': ['guides/validate-input'],
  'file validation': ['guides/upload-a-file'],
  'pdf download': ['guides/files-and-single-page-applications'],
  'stream csv': ['guides/stream-a-response'],
  ndjson: ['guides/stream-a-response', 'recipes/import-a-large-file-line-by-line'],
  broadcast: ['guides/websocket'],
  'abort signal': ['guides/requests'],
  'client disconnect': ['guides/requests'],
  timeout: ['guides/deploy', 'limits'],
  overload: ['node-server'],
  'unix socket': ['node-server'],
  'bundle esbuild': ['node-server'],
  'docker compose': ['getting-started', 'guides/deploy'],
  healthz: ['guides/deploy', 'packages/health'],
  'log level': ['guides/log-and-trace', 'packages/log-pino'],
  'generate client': ['typed-apis', 'packages/client'],
  'zod schema': ['guides/validate-input'],
  'transform input': ['guides/validate-input'],
  'csrf protection': ['packages/csrf', 'guides/log-in'],
  samesite: ['guides/cookies-and-sessions'],
  'jwt refresh token': ['guides/log-in', 'packages/auth'],
  'jwt cookie': ['packages/auth', 'guides/log-in'],
  scope: ['guides/log-in', 'packages/auth'],
  'rate limit per user': ['packages/rate-limit', 'guides/middleware'],
  'cache control': ['guides/middleware', 'packages/http-cache'],
  'url encode': ['guides/routing'],
  'multiple apps': ['guides/mount-other-libraries'],
  'sub app': ['guides/mount-other-libraries'],
  'app.use': ['from-express', 'guides/middleware'],
  'headers already sent': ['from-express'],
  'cannot set headers after they are sent': ['from-express'],
  'express-validator': ['guides/validate-input'],
  wildcard: ['guides/routing'],
  'env file': ['guides/configuration'],
  EADDRINUSE: ['development', 'guides/deploy'],
  'port in use': ['development', 'guides/deploy'],
  validator: ['guides/validate-input'],
  'custom 500 page': ['guides/errors'],
  delete: ['guides/routing'],
  'options request': ['guides/routing', 'guides/middleware'],
  ajv: ['guides/validate-input'],
  'unique constraint': ['guides/database'],
  'log to file': ['guides/log-and-trace'],
  'mask password in logs': ['guides/log-and-trace'],
  'modify response': ['guides/middleware', 'guides/responses'],
  'slow request': ['guides/log-and-trace'],
  'c.set': ['from-hono'],
  'pretty json': ['guides/responses'],
  timing: ['guides/log-and-trace'],
  'app.run': ['getting-started', 'guides/deploy', 'from-slim-4'],
  settings: ['guides/configuration'],
  'case insensitive': ['guides/routing', 'from-express'],
  dto: ['guides/validate-input'],
  interceptors: ['guides/middleware'],
  vinejs: ['guides/validate-input'],
  pipes: ['guides/validate-input'],
  'class-validator': ['guides/validate-input'],
  providers: ['guides/configuration'],
  NestFactory: ['getting-started'],
  queues: ['recipes/run-background-jobs'],
  'config per environment': ['guides/configuration'],
  'connection refused postgres': ['guides/database'],
  'listen on all interfaces': ['guides/deploy'],
  'sticky sessions': ['scaling'],
  'rest api': ['recipes/build-a-json-api-with-errors', 'examples/library'],
  crud: ['recipes/build-a-json-api-with-errors', 'examples/library'],
  'full example': ['recipes/build-a-json-api-with-errors', 'examples/library'],
  'example project': [
    'recipes/build-a-json-api-with-errors',
    'examples/library',
    'packages/create-mortise',
  ],
  'brute force': ['guides/log-in', 'packages/rate-limit', 'security'],
  'offset limit': ['guides/database', 'recipes/page-through-a-list'],
  'lets encrypt': ['guides/deploy', 'development'],
  'extend request type': ['guides/requests'],
  'same path different method': ['guides/routing'],
  ECONNRESET: ['ends-and-clusters'],
  ERR_UNKNOWN_FILE_EXTENSION: ['development'],
  sso: ['guides/choose-your-packages'],
  saml: ['guides/choose-your-packages'],
  passkey: ['guides/choose-your-packages'],
  ldap: ['guides/choose-your-packages'],
  checkbox: ['guides/validate-input'],
  'cookie not sent': ['guides/cookies-and-sessions'],
  'created 201': ['guides/responses'],
  '413 payload too large': ['guides/requests'],
  'custom 404 for api': ['guides/errors'],
  'BigInt cannot be serialized': ['guides/responses'],
  'put and delete from html form': ['guides/routing', 'packages/method-override'],
  'call another api': ['guides/choose-your-packages', 'packages/http-client'],
  'transaction per request': ['guides/database'],
  'download a csv file': ['guides/files-and-single-page-applications'],
  'cookie not set on http': ['guides/cookies-and-sessions'],
  'share data between middleware and handler': ['guides/requests'],
  'mock the clock in tests': ['guides/test-your-application'],
  hapi: ['from-express'],
  startup: ['guides/configuration'],
  500: ['guides/errors'],
  'port from environment': ['guides/configuration'],
  'disable limits': ['limits'],
  'protect admin page': ['guides/roles-and-permissions'],
  'stop server in tests': ['guides/test-your-application'],
  'type of a handler': ['guides/routing'],
  'unit test middleware': ['guides/test-your-application'],
  'return xml': ['guides/responses'],
  'nested router': ['guides/routing'],
  'cookie based auth': ['guides/log-in'],
  'cors localhost': ['guides/middleware'],
  'routes in separate files': ['guides/routing'],
  'request timeout for one route': ['guides/deploy'],
  'check uploaded image': ['guides/upload-a-file'],
  'error codes': ['codes'],
  CORS_REFUSED: ['packages/cors', 'codes'],
  'split routes into files like express.Router': ['guides/routing'],
  'multiple route files': ['guides/routing'],
  'router in separate file': ['guides/routing'],
  'organize routes in modules': ['guides/routing'],
  'move routes to another file': ['guides/routing'],
  'project layout': ['guides/routing'],
  performance: ['performance'],
  benchmark: ['performance'],
  'how fast is it': ['performance'],
  upgrading: ['support'],
  changelog: ['support'],
  version: ['support'],
  'is it production ready': ['support'],
  stable: ['support'],
  'request id in logs': ['guides/log-and-trace', 'recipes/log-the-request-id-from-deep-code'],
  'access log': ['guides/log-and-trace', 'packages/request-log'],
  'connect postgres': ['guides/database'],
  'set a response header': ['guides/responses'],
  'req.locals': ['guides/requests', 'from-express'],
};

/** The same for words of other frameworks, by their pages. */
const WORDS_OF_OTHERS = `
  development: dd, dump, pprof, profiling
  from-other-frameworks: nestjs, laravel, django, rails, spring boot, golang
  getting-started: ListenAndServe
  guides/bun-deno-workers: NextRequest, getServerSideProps, server actions
  guides/cache: optimistic locking, stale-while-revalidate
  guides/cache guides/choose-your-packages: swr
  guides/cache packages/http-cache: if-match
  guides/choose-your-packages: tinker, seed, manage.py, soft delete, grpc, supabase, playwright, Notifications
  guides/choose-your-packages guides/mount-other-libraries: remix
  guides/choose-your-packages guides/test-your-application: testcontainers
  guides/choose-your-packages packages/http-client: microservices
  guides/choose-your-packages packages/openapi: postman
  guides/choose-your-packages recipes/mount-better-auth: nextauth
  guides/choose-your-packages recipes/receive-a-webhook: stripe
  guides/choose-your-packages recipes/send-email: Password Reset
  guides/configuration: @Injectable, ConfigModule, settings.py, bean, profiles, @Autowired, env per stage, Service Container, provider scopes
  guides/cookies-and-sessions: remember me
  guides/database: @Transactional, infinite scroll
  guides/database recipes/query-with-kysely guides/choose-your-packages: Query Builder
  guides/database guides/choose-your-packages: mikroorm
  guides/database scaling: connection pooling
  guides/deploy: lifecycle events, OnModuleDestroy, lifecycle hooks
  guides/deploy getting-started: app servers
  guides/deploy guides/choose-your-packages: fly.io
  guides/deploy node-server ends-and-clusters limits: keep alive
  guides/deploy packages/health guides/log-and-trace: actuator
  guides/deploy scaling guides/mount-other-libraries: run multiple service
  guides/errors: exception handling, exception filter, rescue_from, panic, recover, panic recovery, @ExceptionHandler, ControllerAdvice
  guides/files-and-single-page-applications: 404 on refresh, Compiling Assets
  guides/files-and-single-page-applications guides/stream-a-response: csv, csv export
  guides/files-and-single-page-applications packages/static: robots.txt, asset pipeline
  guides/log-and-trace packages/metrics: micrometer
  guides/log-and-trace packages/otel: instrumentation
  guides/log-and-trace packages/request-log: custom log format
  guides/log-in: Hashing
  guides/middleware: before_action, after_action, around_action
  guides/middleware common-mistakes: next is not a function
  guides/middleware packages/cors: request header field content-type is not allowed, Access-Control-Allow-Headers, CORS preflight credentials
  guides/middleware packages/csrf guides/log-in: trustedOrigins, comes from another site
  guides/middleware packages/rate-limit: throttler
  guides/mount-other-libraries guides/templates: engines
  guides/requests: ctx.state, deadline, context cancellation
  guides/requests guides/roles-and-permissions: current user
  guides/requests guides/validate-input: 415
  guides/responses: ResponseEntity
  guides/roles-and-permissions: roles, role check, policy, gate, forbidden, admin only, signed url
  guides/routing: koa-router, route list, rake routes, ServeMux, multiple files routes, route conflict
  guides/routing guides/configuration from-slim-4: Controllers
  guides/routing packages/create-mortise: folder structure
  guides/templates: localization, Blade Templates, layouts and rendering
  guides/templates packages/view: Views
  guides/templates recipes/render-pages-with-forms guides/requests: form helpers
  guides/test-your-application: httptest, HTTP Tests, Mocking
  guides/validate-input: bind uri, validating api requests, strong parameters, gin binding, z.date, date in json body, bind html checkbox
  guides/validate-input packages/endpoint: exclude password from response, serialize response, ClassSerializerInterceptor
  guides/websocket guides/stream-a-response packages/pubsub: Broadcasting
  life-of-a-request guides/concepts order-of-middleware guides/middleware: Request Lifecycle
  packages/client typed-apis guides/choose-your-packages: tanstack query
  packages/http-client: WebClient, HttpModule
  packages/method-override: hidden _method
  packages/view from-other-frameworks: url_for
  recipes/build-a-json-api-with-errors packages/create-mortise: todo app
  recipes/log-the-request-id-from-deep-code guides/log-and-trace: MDC
  recipes/run-background-jobs guides/choose-your-packages: blocking event loop, setInterval, Active Job
  recipes/sign-in-with-openid-connect: Socialite, social authentication
  recipes/send-email: mailer
  typed-apis guides/choose-your-packages: monorepo, workspaces
`;

/** Questions that a newcomer types into the search, each with the pages of which one must be among the first three results. */
export const questions = {
  ...QUESTIONS,
  ...Object.fromEntries(
    WORDS_OF_OTHERS.trim()
      .split('\n')
      .flatMap((line) => {
        const [pages, asked] = line.trim().split(': ');
        return asked.split(', ').map((question) => [question, pages.split(' ')]);
      }),
  ),
};
