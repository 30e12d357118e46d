/** Words that are in a question and not in its answer. */
export const STOP_WORDS = wordsIn(
  `a an and are as at be by can do does for from how i into is it my of on or that the this to use using what when where
  which with you your`,
);

/** Words of a question that the sections that answer it can lack. */
export const WEAK_WORDS = wordsIn(
  `add all app based best c call change check connect create ctx custom define disable enable example function get handle
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
  access control, acl, admin only, authorisation, authorization, gate, only admins, policies, pundit, rbac, role, role check, role based, role based access, forbidden, unauthorized: roles permissions | log users in
  ai, chatgpt, gpt, llm, openai: language model
  alpine, arm, distroless: container
  404 refresh, angular, history mode, react, refresh 404, svelte, vue, vite, inertia, inertia js: single page application
  ansible, app server, gunicorn, heroku, puma, tomcat, unicorn, uvicorn, vps, capistrano, kamal, passenger, wsgi, asgi, digital ocean, droplet, ec2, supervisor: deploy
  fly io, railway, render com: container docker | fly.io
  app listen, app run, listen serve, nestfactory, spring application run: getting started | listens port
  apps, multiple apps, sub app, subapp: one application in another
  auth attempt, auth user, authenticate, authentication, devise, login required, passport, sanctum: log users in
  current user, ctx state, get user handler, locals, req user, request user, user request, request scope, context value, request attribute, gin context, thread local, http context: pass values middleware handlers
  axios, feign, rest template, http module, http service, web client, guzzle, faraday, httparty, superagent, ky, http clients: psr 18
  backpressure: stream
  benchmark, fast, latency, requests per second, rps, speed, throughput: performance
  blade, ejs, handlebars, jinja, liquid, mustache, nunjucks, pug, twig, erb, haml, thymeleaf, jsp, edge js, heex: template engine
  boilerplate, generator, scaffold, starter: create mortise
  breakpoint, byebug, cpu profile, dd, debug, debugging, dump, flamegraph, pprof, profiler, profiling, pry: debugger
  brotli, deflate, gzip, compress, zip: compression
  brute force: limit attempts | guessing
  blocking event loop, bullmq, celery, cpu bound, event loop, queue, schedule, scheduler, scheduled task, task scheduling, set interval, sidekiq, worker threads, active job, resque, delayed job, horizon, quartz, agenda, cron job, oban, hangfire, dramatiq: background jobs
  bunyan, log4js, winston, slf4j, logback, serilog, zap, logrus, monolog, lograge: another logger
  busboy, formidable, multer, active storage, paperclip, carrierwave, shrine, multipart file, multipartfile, file storage: upload a file
  case insensitive, case sensitive: case-sensitive
  catch all, fallback route, wildcard: catch-all
  chai, jest, mocha, vitest, pest, rspec, pytest, minitest, junit: test runner
  clustering, multi core, multiple processes, multiple servers, multiple instances, horizontal scaling, scale out, multiple workers: several processes
  access control allow headers, access control allow origin, blocked cors, cors error, cors policy, content type not allowed, cookies cross origin, credentials include, cross origin, rack cors, django cors headers: enable cors
  csp: content security policy
  csv, excel: line by line | export csv
  ddos, dos: limits
  cookie not sent, cookie not set: cookie not sent back
  debounce, throttle, throttler, too many requests, 429, rack attack, slowapi: rate limit
  connection refused, econnrefused: outages
  created, created 201: status 201
  crud, todo, todo app, todo list, example app, example project, full example, rest, rest api, sample app: json api errors
  delete, delete method, delete route: patch delete options
  application yml, config module, config per environment, dotenv, env file, env per stage, environment file, profiles, settings, settings py, stages, application properties, appsettings, viper, credentials yml, secret key base: env file
  econnreset, socket hang up: connection lost
  active record, eloquent, has many, mongodb, query builder, mongoose, mysql, objection, sequelize, sqlite, typeorm, knex, mikroorm, mikro orm, hibernate, jpa, gorm, sqlalchemy, sqlx, peewee, doctrine, ecto, spring data, repositories, relationships, associations: database
  collectstatic, favicon, robots txt, sitemap, whitenoise, assets, public folder, public directory: static files
  file size, upload limit: maxfilebytes
  extend request, request type: extend type
  bind json, form request, gin binding, model binding, permit, pipes, sanitize, global pipes, should bind json, strong parameters, valid, validation pipe, pydantic, bean validation, jakarta validation, bind uri, bind query, changeset, form object, model validation, request body validation, request validation, validate request, validating api requests, api validation, param converter, value resolver, argument resolver: validate input
  geoip, x forwarded, x forwarded host, x forwarded proto, x real ip: client address
  activate, global guards, guard, protect route, private route: protect routes token
  hello world, install, quickstart, tutorial: getting started
  not found handler, notfound, notfound handler: custom 404
  set error handler: error handler class
  nest, nest js: nestjs
  avatar, photo, picture, profile picture: upload a file
  hapi, restify: express
  autowired, awilix, bean, component scan, inject service, injectable, inversify, ioc, override provider, provider, service container, service provider, tsyringe, singleton, dynamic module, module reference, circular dependency: dependency injection
  handler interceptor, interceptor, modify response: middleware response
  ajv, typebox, class validator, dto, express validator, joi, valibot, validator, vinejs, yup, nested model, nested object: validate schema
  jwks: jwt
  internationalization, l10n, language, locale, localization, multilingual, translation, gettext, message source, vue i18n: i18n
  lifecycle: life request
  cursor, infinite scroll, limit offset, load more, offset, offset limit, sort, kaminari, will paginate, pageable, paginate, paginator: pagination
  listen: serve port
  listen all interfaces, all interfaces: addresses interfaces
  load balancer: scaling haproxy
  login, signin: log in
  mask, redact: mask password
  max: maximum
  memcached: shared store
  apm, datadog, metrics, micrometer, monitoring, newrelic: trace metrics
  actuator: health checks
  after action, after filter, around action, before action, before filter, filter chain, skip before action, exclude middleware, except middleware, global middleware, route middleware, plug: middleware places
  migration: migrations
  min: minimum
  multi tenant, tenant: subdomain
  mvc, views, view engine, hotwire, htmx, livewire, liveview, unpoly, components, view component: templates
  get server side props, next js, next request, next response, nextjs, server actions: next.js
  next, next not function: next function handle
  nodemon, hmr, hot module replacement: watch
  param: parameter
  port: listens port
  params: parameters
  phpunit, supertest, http test, httptest, mock mvc, test client, testing module, unit test, integration test: test a route
  options method, options request, preflight: options request | enable cors
  polling, realtime, real time, live updates: server sent events | websocket
  querystring, query string: query parameters
  keep logged in, remember me, stay logged in: remember me
  500, 500 page, custom 500 page, error page: html page errors
  reply: response
  return html, return json, send html, send json, http response, response entity, json response, jsonresponse, render json, write header: json html redirect
  rpc, type safe client, typesafe client: typed client
  s3, minio, drive, cloud storage, object storage, file system, filesystem, gcs: storage service s3
  sendfile, file response, send data, binary response, content disposition: send a download
  serverless: fetch handler
  signup, register user, forgot password: sign up
  boot, module init, post construct, startup, lifespan, lifespan event: happen at startup
  bean destroy, lifecycle hooks, module destroy, predestroy, shutdown hook, sigint, sigterm, lifecycle events, shutdown event: graceful shutdown
  action cable, gorilla websocket, socket io, stomp, channels: websocket
  ssl, tls, certbot, certificate, lets encrypt, letsencrypt: https
  same path: same path methods
  session affinity, sticky session: sticky sessions
  slow request, server timing, timing: slow requests
  sso: sso
  status code: status
  swagger, springdoc, swashbuckle, drf spectacular, api documentation, api docs: openapi
  e2e, end end: real socket
  versioning: versions
  xss: escape html
  415, unsupported media type: content type application json
  blue green, rolling deploy: zero downtime
  build url, path helper, reverse url, url helper: build url route
  cancel, cancellation, context cancel, context cancellation, context context, ctx done, deadline: cancel work disconnects
  cannot read properties null, cannot read properties undefined, not function: members other frameworks
  chi, chi router, handle func, koa router, request mapping, rest controller, serve mux, resource controller, route resource, resources routes, nested resources, api router, include router, blueprint, url patterns, router group, subrouter: routing group
  class serializer interceptor, exclude, exclude password, hide password, serialize response, serializer, response model, response schema, output schema: leave members response
  comes another site, cross site, trusted origins: trustedorigins
  controller advice, exception filter, exception handler, exception mapper, global filters, rescue, exception, exception handling, handling exceptions: error handler class
  csv download, csv export, download csv, export csv: export csv
  ctx assert, ctx throw, next err, next error, http exception, panic, panic recovery, recover, abort 404, get object 404, model not found, not found exception, http404, raise error: error throw
  ctx redirect, http response redirect: redirect
  date body, date json, date json body, dates, z date: dates coerce
  directory structure, file structure, folder layout, folder structure, project layout, project structure, bigger applications, large applications, application structure, routes folder: split routes files | create mortise
  another file, another file routes, multiple route files, multiple files routes, organize routes, routes modules, routes files, routes separate files, router file, router separate file, separate router, split router, split routes: split routes files
  react query, tanstack query: typed client | tanstack query
  echo framework, fiber, gorilla, golang, gin, net http, aspnet, quarkus, spring boot, springboot: spring go
  fastapi, flask, starlette: django
  hidden method, method field, method spoofing, put form: method override
  sinatra, ruby: django rails
  max header size: headerbytes
  if match, lost update, optimistic lock, stale object, version conflict: lost updates
  import statement outside module, outside module, build process, typescript build, typescript build process, compile typescript: compiler options
  keep alive, keepalive: idle connections
  list all routes, list routes, print routes, rails routes, rake routes, route list: list routes
  mail, mailable, mailer, nodemailer, smtp: send email
  manage py, rails console, repl, seed, seed data, seeder, tinker, artisan command, console command, custom command, management command, rake task, mix task, fixtures, factory bot, faker, creating commands, cli commands: command line seed
  mdc, correlation id: request id deep code
  monorepo, workspaces: share contract
  presigned url, signed link, signed url, temporary link, temporary url: signed url
  soft delete: soft delete
  swr: stale while revalidate
  transactional, unit work: transaction each request
  socialite, omniauth, allauth, google login, github login, social login, login google, login github, social auth, social authentication: sign openid connect
  browser test, dusk, capybara, selenium, webdriver: playwright
  formset, form builder, simple form, old input: render pages forms
  path variable, route variable, url params, url parameters, dynamic route, dynamic segment: path parameters
  request body, body parsing, parse json, parse body: read json body
  request param, request header, http servlet request, query param, get header: query parameters headers cookies
  respond, respond format, produces, accept header: content negotiation
  authenticity token, protect forgery, forgery protection, antiforgery, csrf exempt: csrf
  event emitter, event listener, domain events, pub sub between services, emitter: event bus
  cacheable, cache aside, rails cache, fragment cache, redis cache, query cache, memoize: cache data server
  sleuth, zipkin, jaeger, distributed tracing, telemetry: trace opentelemetry
  active admin, activeadmin, django admin, filament, admin interface, admin dashboard, admin site: admin panel
  resource server, simplejwt, oauth2 resource server: jwks
  session driver, redis session, express session, connect redis: keep a session
  streaming response, data reader, serving data reader, chunked response: stream a response
  conditional view, conditional requests, conditional update: optimistic locking lost updates
  soap: xml
  app render, render view, res render: templates
  app.use, fastify.use, router.use: middleware
  eager loading, lazy loading, n 1, belongs: database
  unique email, unique rule, unique validation: unique
  file filter, file type: upload a file
  http proxy, http proxy middleware, proxy request: forward service
  app.inject, fastify inject: test a route
  flash, flash data: message once
  fake clock, fake timer, freeze time, mock timer, time travel: mock clock
  commonjs, esm, require esm, require not defined, esm import: compiler options
  limit requests, max requests, requests minute, requests hour: rate limit
  url too long, uri too long, 414: targetlength
  port env, port environment, environment port: variables reads
  change limit, disable limit, increase limit, no limit, raise limit, remove limit, turn off limits: raise disable limit
  admin area, admin page, admin routes, protect admin: roles permissions
  close server in tests, close server tests, stop server in tests, stop server tests: real socket close
  cookie auth, cookie based auth, session auth, session based auth: log users in session
  handler type, type handler: handler type separate file
  nested router, sub router: group routes
  middleware test, test middleware, unit test middleware: test a route
  access log, apache log, log format, custom log format, combined log, http log, log each request, log request, morgan, request log, request logging: accesslog | log requests
  scope: requirescope scopes
  log request id, request id, request id log: id request logs
  pg, postgres, psql: postgresql | database
  add header, custom header, response header, set header, set response header: set headers status
  api version: api versions
  breaking change, changelog, lts, mature, maturity, production ready, ready production, release notes, releases, roadmap, semver, stable, stable version, upgrade guide, upgrade version, upgrading, version: stable production
  return xml, send xml, xml response: set headers xml`
    .split('\n')
    .flatMap((line) => {
      const [asked, meant] = line.trim().split(': ');
      return asked.split(', ').map((key) => [key, meant.split(' | ')]);
    }),
);

function wordsIn(text) {
  return new Set(text.split(/\s+/));
}
