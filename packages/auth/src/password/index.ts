export { hashPassword } from './hash-password.js';
export { PasswordHashError } from './password-hash-error.js';
export { verifyPassword } from './verify-password.js';
