/** `prepack` of every package: npm would publish `workspace:^` as it stands; pnpm writes versions instead. */
if (!process.env.npm_config_user_agent?.startsWith('pnpm/')) {
  console.error(
    'Run `npm run pack` in the root of the repository: npm cannot pack a package of this workspace.',
  );
  process.exitCode = 1;
}
