import { CSRF } from '@mortise/csrf';
import { json, type Routes } from 'mortise';

/** The tokens for the forms of a page whose session has ended since: a form with files keeps them, and is sent again. */
export function formTokens(routes: Routes): void {
  routes.get('/form-tokens', (request, response) =>
    json(response, request.getAttribute(CSRF)?.generateToken() ?? {}),
  );
}
