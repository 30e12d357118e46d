/** What is published: a manifest without the scripts and the tools of the workspace. */
function beforePacking(manifest) {
  const published = { ...manifest };
  delete published.scripts;
  delete published.devDependencies;
  return published;
}

module.exports = { hooks: { beforePacking } };
