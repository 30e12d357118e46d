// One file: each would load ESLint, its parser and the compiler again.
import './rules/await-handler.js';
import './rules/compare-request-path.js';
import './rules/no-catch-in-app-layer.js';
import './rules/no-request-in-field.js';
import './rules/no-secrets-in-metadata.js';
import './rules/return-await-handler.js';
import './rules/use-with.js';
