const Sentry = require('@sentry/node');
const { options } = require('./kept.cjs');

Sentry.init(options(Sentry));
