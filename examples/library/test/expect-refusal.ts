import { expect } from '@jest/globals';

/** Whatever is wrong with a value, it has no effect but a message at its field. */
export function expectRefusal(
  [path, field, name]: readonly [string, string, string],
  response: Response,
  page: string,
): void {
  const seen = `${name}: ${response.status}`;
  expect([seen, response.status < 500]).toEqual([seen, true]);
  expect(page).not.toContain('<script>alert');
  if (response.status === 422 && field !== '_METHOD' && /^\/(?:books|old)/.test(path)) {
    const problems = page.match(/id="problem-\w+"/g);
    expect([name, problems]).toEqual([name, [`id="problem-${field}"`]]);
  }
  expect(response.headers.get('Set-Cookie') ?? '').not.toContain('a=b');
}
