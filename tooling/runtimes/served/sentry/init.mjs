import * as Sentry from '@sentry/node';
import { options } from './kept.cjs';

Sentry.init(options(Sentry));
