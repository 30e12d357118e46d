const { ROUTED } = require('@mortise/base/keys');
const Sentry = require('@sentry/node');
const { createApp, json, serve } = require('mortise');

void import('./serve-guide.js').then(({ serveGuide }) =>
  serveGuide({ ROUTED, Sentry, createApp, json, serve }),
);
