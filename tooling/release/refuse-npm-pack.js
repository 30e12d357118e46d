/** `prepack` of every package: npm would publish `workspace:^` unchanged; pnpm replaces it by versions. */
if (!process.env.npm_config_user_agent?.startsWith('pnpm/')) {
  console.error(
    'Run `npm run pack` in the root of the repository: npm cannot pack a package of this workspace.',
  );
  process.exitCode = 1;
}
