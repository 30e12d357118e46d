/** A plugin of typedoc: calls each entry by what an import says, `@mortise/router/pattern`, not by its file. */
export function load(application) {
  const names = JSON.parse(process.env.MORTISE_ENTRIES);
  application.converter.on('resolveBegin', ({ project }) => {
    for (const entry of project.children ?? []) {
      const file = project.getSymbolIdFromReflection(entry)?.fileName;
      entry.name = names[file] ?? entry.name;
    }
  });
}
