/** The name of an element or attribute, with its namespace. */
export interface Qualified {
  /** The name without the prefix. */
  readonly name: string;
  readonly prefix: string;
  /** A URI; `''` for none. */
  readonly namespace: string;
}

/** An attribute that is not a namespace declaration. */
export interface AttributeData extends Qualified {
  readonly value: string;
}

/** An element, which the parser fills. */
export interface ElementData extends Qualified {
  readonly attributes: readonly AttributeData[];
  /** Text and elements, in order. */
  readonly nodes: (ElementData | string)[];
}
