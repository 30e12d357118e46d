/** Words that are in a question and not in its answer. */
export const STOP_WORDS = wordsIn(
  `a an and are as at be by can do does for from how i into is it my of on or that the this to use using what when where
  which with you your`,
);

/** Words of a question that the sections that answer it can lack. */
export const WEAK_WORDS = wordsIn(
  `add all app based best c call change check create ctx custom define disable enable example function get handle
  implement js make mortise node nodejs own read req request requests res response responses return send set setup show simple
  support type typescript undefined write`,
);

/**
 * What people call a thing, and the words of the pages that explain it: a question with the first finds the second as
 * well. `a b, c: d e | f`: both `a b` and `c` find what has `d` and `e`, and what has `f`. Words that are not indexed are left
 * out on the left.
 */
export const MEANINGS = Object.fromEntries(
  `2fa, mfa, otp, totp, two factor: second factor
  access control, authorisation, authorization, rbac, role, roles, role based, role based access: permissions | log users
  ai, chatgpt, gpt, llm, openai: language model
  alpine: container
  angular, react, svelte, vue, vite: single page application
  ansible, heroku, vps: deploy
  app listen, app run, nestfactory: getting started | listens port
  apps, multiple apps, sub app, subapp: one application in another
  authenticate, authentication, passport: log users
  axios: requests other services
  backpressure: stream
  benchmark, benchmarks, fast, performance, speed: scaling | why
  blade, ejs, handlebars, jinja, liquid, mustache, nunjucks, pug, twig: template engine
  boilerplate, generator, scaffold, starter: create mortise
  breakpoint, debug, debugging: debugger
  brotli, deflate, gzip: compression
  brute force: limit attempts | guessing
  bullmq, queue, queues, schedule, scheduler, worker threads: background jobs
  bunyan, log4js, winston: another logger
  busboy, formidable, multer: upload a file
  case insensitive, case sensitive: case-sensitive
  catch all, fallback route, wildcard: catch-all
  chai, jest, mocha, vitest: test runner
  circuit breaker: retries other services
  clustering, multi core, multiple processes: several processes
  compress: compression
  cross origin: cors
  csp: content security policy
  csv, excel: line by line
  ddos, dos: limits
  cookie not sent: cookie not sent back
  debounce, throttle, throttling, too many requests, 429: rate limit
  connection refused, econnrefused: outages
  created, created 201: status 201
  crud, example app, example project, full example, rest, rest api, sample app: json api errors
  delete, delete method, delete route: patch delete options
  dotenv, env file, environment file, settings, config per environment: env file
  econnreset, socket hang up: connection lost
  eloquent, mongodb, mongoose, mysql, objection, sequelize, sqlite, typeorm, knex: database
  favicon: static files
  file size: maxfilebytes
  forbidden, unauthorized: permissions | log users
  extend request, request type: extend type
  form request, pipes, sanitize: validate input
  geoip: client address
  guard, guards, protect route, protect routes, protected route, private route: protect routes token
  hello world, install, installation, quickstart, tutorial: getting started
  hapi, restify: express
  ioc, inversify, tsyringe, awilix, provider, providers, service provider: dependency injection
  interceptor, interceptors, modify response: middleware response
  ajv, class validator, dto, express validator, joi, valibot, validator, validators, vinejs, yup: validate schema
  jwks: jwt
  language, locale, multilingual, translation, internationalization: i18n
  lifecycle: life request
  limit offset, offset, offset limit: pagination
  listen: serve port
  listen all interfaces, all interfaces: addresses interfaces
  load balancer: scaling haproxy
  login, signin: log in
  mask, redact: mask password
  max: maximum
  memcached: shared store
  metrics, monitoring, apm, datadog, newrelic: trace metrics
  middlewares: middleware
  migration: migrations
  min: minimum
  multi tenant, tenant: subdomain
  mvc: templates
  nestjs: decorators
  next js, nextjs: next.js
  next: next function handle
  nodemon: watch
  param: parameter
  port: listens port
  params: parameters
  phpunit, supertest: test a route
  options method, options request, preflight: options request | cors preflight
  polling, realtime, real time, live updates: server sent events | websocket
  querystring, query string: query parameters
  remember me: session
  500, 500 page, custom 500 page, error page: html page errors
  reply: response
  return html, return json, send html, send json: json html redirect
  rpc: typed client
  s3, minio: storage service s3
  sendfile: send a download
  serverless: fetch handler
  signup, register user, forgot password: sign up
  boot, startup: happen at startup
  sigterm, sigint: graceful shutdown
  singleton: dependency injection
  socket io: websocket
  ssl, tls, certbot, certificate, lets encrypt, letsencrypt: https
  same path: same path methods
  session affinity, sticky session, sticky sessions: sticky sessions
  slow request, slow requests, server timing, timing: slow requests
  sso: sso
  status code: status
  swagger: openapi
  unit test, unit tests, integration test: test a route
  upload limit: maxfilebytes
  versioning: versions
  views, view engine: templates
  xss: escape html
  zip: compression`
    .split('\n')
    .flatMap((line) => {
      const [asked, meant] = line.trim().split(': ');
      return asked.split(', ').map((key) => [key, meant.split(' | ')]);
    }),
);

function wordsIn(text) {
  return new Set(text.split(/\s+/));
}
