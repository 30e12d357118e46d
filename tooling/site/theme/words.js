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
  access control, acl, admin only, authorisation, authorization, gate, gates, only admins, policies, policy, pundit, rbac, role, role check, roles, role based, role based access: roles permissions | log users
  ai, chatgpt, gpt, llm, openai: language model
  alpine, arm, distroless: container
  404 refresh, angular, history mode, react, refresh 404, svelte, vue, vite: single page application
  ansible, app server, app servers, gunicorn, heroku, puma, tomcat, unicorn, uvicorn, vps: deploy
  fly io, railway, render com: container docker | fly.io
  app listen, app run, listen serve, nestfactory, spring application run: getting started | listens port
  apps, multiple apps, sub app, subapp: one application in another
  auth user, authenticate, authentication, devise, login required, passport, sanctum: log users
  current user, ctx state, get user handler, locals, req user, request user, user request: pass values middleware handlers
  axios, feign, rest template, http module, http service, web client: psr 18
  backpressure: stream
  benchmark, benchmarks, fast, performance, speed: scaling | why
  blade, ejs, handlebars, jinja, liquid, mustache, nunjucks, pug, twig: template engine
  boilerplate, generator, scaffold, starter: create mortise
  breakpoint, byebug, cpu profile, dd, debug, debugging, dump, flamegraph, pprof, profiler, profiling, pry: debugger
  brotli, deflate, gzip: compression
  brute force: limit attempts | guessing
  blocking event loop, bullmq, celery, cpu bound, event loop, queue, queues, schedule, scheduler, set interval, sidekiq, worker threads: background jobs
  bunyan, log4js, winston: another logger
  busboy, formidable, multer: upload a file
  case insensitive, case sensitive: case-sensitive
  catch all, fallback route, wildcard: catch-all
  chai, jest, mocha, vitest: test runner
  circuit breaker: retries other services
  clustering, multi core, multiple processes: several processes
  compress: compression
  access control allow headers, access control allow origin, blocked cors, cors error, cors policy, content type not allowed, cookies cross origin, credentials include, cross origin: enable cors
  csp: content security policy
  csv, excel: line by line | export csv
  ddos, dos: limits
  cookie not sent, cookie not set: cookie not sent back
  debounce, throttle, throttler, throttlers, throttling, too many requests, 429: rate limit
  connection refused, econnrefused: outages
  created, created 201: status 201
  crud, todo, todo app, todo list, example app, example project, full example, rest, rest api, sample app: json api errors
  delete, delete method, delete route: patch delete options
  application yml, config module, config per environment, dotenv, env file, env per stage, environment file, profiles, settings, settings py, stages, staging: env file
  econnreset, socket hang up: connection lost
  active record, eloquent, has many, mongodb, query builder, mongoose, mysql, objection, sequelize, sqlite, typeorm, knex: database
  collectstatic, favicon, robots txt, sitemap, whitenoise: static files
  file size: maxfilebytes
  forbidden, unauthorized: roles permissions | log users
  extend request, request type: extend type
  bind json, form request, gin binding, model binding, permit, pipes, sanitize, global pipes, should bind json, strong parameters, valid, validation pipe: validate input
  geoip: client address
  global guards, guard, guards, protect route, protect routes, protected route, private route: protect routes token
  hello world, install, installation, quickstart, tutorial: getting started
  hapi, restify: express
  autowired, awilix, bean, beans, component scan, inject service, injectable, inversify, ioc, override provider, provider, providers, service container, service provider, tsyringe: dependency injection
  handler interceptor, interceptor, interceptors, modify response: middleware response
  ajv, class validator, dto, express validator, joi, valibot, validator, validators, vinejs, yup: validate schema
  jwks: jwt
  internationalization, l10n, language, locale, localization, multilingual, translation: i18n
  lifecycle: life request
  cursor, infinite scroll, limit offset, load more, offset, offset limit, sort, sorting: pagination
  listen: serve port
  listen all interfaces, all interfaces: addresses interfaces
  load balancer: scaling haproxy
  login, signin: log in
  mask, redact: mask password
  max: maximum
  memcached: shared store
  apm, datadog, metrics, micrometer, monitoring, newrelic: trace metrics
  actuator: health checks
  after action, after filter, around action, before action, before filter, filter chain, middlewares: middleware places
  migration: migrations
  min: minimum
  multi tenant, tenant: subdomain
  mvc: templates
  get server side props, next js, next request, next response, nextjs, server actions: next.js
  next, next not function: next function handle
  nodemon: watch
  param: parameter
  port: listens port
  params: parameters
  phpunit, supertest: test a route
  options method, options request, preflight: options request | enable cors
  polling, realtime, real time, live updates: server sent events | websocket
  querystring, query string: query parameters
  keep logged in, remember me, stay logged in: remember me
  500, 500 page, custom 500 page, error page: html page errors
  reply: response
  return html, return json, send html, send json: json html redirect
  rpc: typed client
  s3, minio: storage service s3
  sendfile: send a download
  serverless: fetch handler
  signup, register user, forgot password: sign up
  boot, module init, post construct, startup: happen at startup
  bean destroy, lifecycle hooks, module destroy, predestroy, shutdown hook, shutdown hooks, sigint, sigterm: graceful shutdown
  singleton: dependency injection
  action cable, gorilla websocket, socket io, stomp: websocket
  ssl, tls, certbot, certificate, lets encrypt, letsencrypt: https
  same path: same path methods
  session affinity, sticky session, sticky sessions: sticky sessions
  slow request, slow requests, server timing, timing: slow requests
  sso: sso
  status code: status
  swagger: openapi
  http test, httptest, mock mvc, test client, testing module, unit test, unit tests, integration test: test a route
  e2e, end end: real socket
  upload limit: maxfilebytes
  versioning: versions
  views, view engine: templates
  xss: escape html
  zip: compression
  415, unsupported media type: content type application json
  blue green, rolling deploy: zero downtime
  build url, path helper, reverse url, url helper, url helpers: build url route
  cancel, cancellation, context cancel, context cancellation, context context, ctx done, deadline, deadlines: cancel work disconnects
  cannot read properties null, cannot read properties undefined, not function: members other frameworks
  chi, chi router, handle func, koa router, request mapping, rest controller, serve mux: routing group
  class serializer interceptor, exclude, exclude password, hide password, serialize response, serializer, serializers: leave members response
  comes another site, cross site, trusted origins: trustedorigins
  controller advice, exception filter, exception filters, exception handler, exception mapper, global filters, rescue: error handler class
  csv download, csv export, download csv, export csv: export csv
  ctx assert, ctx throw, http exception, panic, panic recovery, recover: error throw
  ctx redirect, http response redirect: redirect
  date body, date json, date json body, dates, z date: dates coerce
  directory structure, folder structure, project structure: separate file | create mortise
  multiple files routes, organize routes, split routes: separate file
  react query, tanstack query: typed client | tanstack query
  echo framework, fiber, gorilla, golang, gin, net http: spring go
  aspnet, quarkus, spring boot, springboot: spring go
  fastapi, flask, starlette: django
  hidden method, method field, method spoofing, put form: method override
  sinatra, ruby: django rails
  max header size: headerbytes
  http response: json html redirect
  if match, lost update, optimistic lock, optimistic locking, stale object, version conflict: lost updates
  import statement outside module, outside module: compiler options
  keep alive, keepalive: idle connections
  list all routes, list routes, print routes, rails routes, rake routes, route list: list routes
  mail, mailable, mailer, nodemailer, smtp: send email
  manage py, rails console, repl, seed, seed data, seeding, seeds, tinker: command line seed
  mdc, correlation id: request id deep code
  monorepo, workspaces: share contract
  presigned url, signed link, signed url, signed urls, temporary link, temporary url: signed url
  response entity: json html redirect
  soft delete, soft deletes: soft delete
  swr: stale while revalidate
  transactional, unit work: transaction each request`
    .split('\n')
    .flatMap((line) => {
      const [asked, meant] = line.trim().split(': ');
      return asked.split(', ').map((key) => [key, meant.split(' | ')]);
    }),
);

function wordsIn(text) {
  return new Set(text.split(/\s+/));
}
