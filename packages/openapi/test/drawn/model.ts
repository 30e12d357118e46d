/** What a drawn schema accepts, without the words of a library. */
export type Model =
  | { readonly kind: 'text'; readonly rule: TextRule }
  | { readonly kind: 'number'; readonly isInteger: boolean; readonly bound: number | null }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'literals'; readonly values: readonly Literal[] }
  | { readonly kind: 'enum'; readonly values: readonly string[] }
  | { readonly kind: 'list'; readonly item: Model; readonly min: number }
  | { readonly kind: 'tuple'; readonly items: readonly Model[]; readonly rest: Model | null }
  | { readonly kind: 'record'; readonly value: Model; readonly keys: readonly string[] | null }
  | ObjectModel
  | { readonly kind: 'union'; readonly parts: readonly Model[] }
  | { readonly kind: 'variant'; readonly parts: readonly ObjectModel[] }
  | { readonly kind: 'both'; readonly parts: readonly [ObjectModel, ObjectModel] }
  | { readonly kind: 'nullable'; readonly of: Model }
  | { readonly kind: 'marked'; readonly mark: Mark; readonly of: Model }
  | { readonly kind: 'tree' };

export type TextRule = 'any' | 'filled' | 'pattern' | 'date' | 'uuid';
export type Literal = string | number | boolean | null;

/** `transformed` changes the value; the others do not. */
export type Mark = 'brand' | 'readonly' | 'refined' | 'lazy' | 'transformed';

export interface ObjectModel {
  readonly kind: 'object';
  readonly members: readonly Member[];
  readonly rest: 'strip' | 'strict' | 'loose';
}

export interface Member {
  readonly name: string;
  readonly of: Model;
  readonly presence: 'required' | 'optional' | { readonly byDefault: unknown };
}

/** A model and a value that it accepts. */
export interface Drawn {
  readonly model: Model;
  readonly value: unknown;
}
