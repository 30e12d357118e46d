/**
 * A plugin of typedoc: names each entry like an import, `@mortise/router/pattern`, not by its file, and a parameter that is
 * taken apart after its type: `options` for `CorsOptions`.
 */
export function load(application) {
  const names = JSON.parse(process.env.MORTISE_ENTRIES);
  application.converter.on('resolveBegin', ({ project }) => {
    for (const entry of project.children ?? []) {
      const file = project.getSymbolIdFromReflection(entry)?.fileName;
      entry.name = names[file] ?? entry.name;
    }
    for (const parameter of project.getReflectionsByKind(32768 /* Parameter */))
      if (parameter.name === '__namedParameters') parameter.name = nameOf(parameter.type);
  });
}

/** The last word of the type, or of the type that `Pick` and the like choose from. */
function nameOf({ name = '', typeArguments = [] }) {
  if (/^(?:Pick|Omit|Readonly|Partial)$/.test(name)) return nameOf(typeArguments[0]);
  return /[A-Z][a-z]+$/.exec(name)?.[0].toLowerCase() ?? 'given';
}
