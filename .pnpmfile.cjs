/**
 * What is published: a manifest without the scripts and the tools of the workspace. A package of templates keeps the
 * versions that they are tried with.
 */
function beforePacking(manifest) {
  const published = { ...manifest };
  if (manifest.files?.includes('templates')) published.templateVersions = manifest.devDependencies;
  delete published.scripts;
  delete published.devDependencies;
  return published;
}

module.exports = { hooks: { beforePacking } };
