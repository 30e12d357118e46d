export { type FormCharset, formCharset } from './form-charset.js';
export { FormError, type FormErrorCode } from './form-error.js';
export { type FormTree, createFormTree } from './form-tree.js';
export type { FormMap, FormValue } from './form-value.js';
export { type BuildFormOptions, type FormInput, type FormInputs, buildForm } from './build-form.js';
export { type FormOptions, type ParseFormOptions, parseForm } from './parse-form.js';
export type { FormTreeOptions } from './tree-rules.js';
