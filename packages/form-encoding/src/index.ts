export { type FormCharset, formCharset } from './form-charset.js';
export { FormError, type FormErrorCode } from './form-error.js';
export { type FormTree, createFormTree } from './form-tree.js';
export type { FormEntry, FormMap, FormValue } from './form-value.js';
export { type BuildFormOptions, type FormInput, type FormInputs, buildForm } from './build-form.js';
export { type FormOptions, formEntries, type ParseFormOptions, parseForm } from './parse-form.js';
export { repeatedNames } from './repeated-names.js';
export type { FormTreeOptions } from './tree-rules.js';
