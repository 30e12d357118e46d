import { ROUTED } from '@mortise/base/keys';
import * as Sentry from '@sentry/node';
import { createApp, json, serve } from 'mortise';
import { serveGuide } from './serve-guide.js';

await serveGuide({ ROUTED, Sentry, createApp, json, serve });
