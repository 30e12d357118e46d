/**
 * What is published: a manifest without the scripts, the tools and the sources of the workspace. A package of templates
 * keeps the versions that they are tried with.
 */
function beforePacking(manifest) {
  const published = { ...manifest };
  if (manifest.files?.includes('templates')) published.templateVersions = manifest.devDependencies;
  const entries = Object.entries(manifest.exports ?? {}).map(([path, target]) => {
    if (typeof target === 'string') return [path, target];
    const conditions = Object.entries(target).filter(([name]) => name !== '@mortise/source');
    return [path, Object.fromEntries(conditions)];
  });
  if (entries.length > 0) published.exports = Object.fromEntries(entries);
  delete published.scripts;
  delete published.devDependencies;
  return published;
}

module.exports = { hooks: { beforePacking } };
