/** A plugin of typedoc: names each entry like an import, `@mortise/router/pattern`, not by its file. */
export function load(application) {
  const names = JSON.parse(process.env.MORTISE_ENTRIES);
  application.converter.on('resolveBegin', ({ project }) => {
    for (const entry of project.children ?? []) {
      const file = project.getSymbolIdFromReflection(entry)?.fileName;
      entry.name = names[file] ?? entry.name;
    }
  });
}
