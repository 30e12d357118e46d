// Replaces the types of a package that ask for those of browsers.
export {};
