import { Hono } from 'hono';
import { register } from '../../hono-style.js';
import { serve } from './serve.js';

const app = new Hono();
register(app);
serve(app.fetch);
