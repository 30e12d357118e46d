/** A name in a namespace, as elements and attributes have one. */
export interface Qualified {
  /** Without the prefix. */
  readonly name: string;
  readonly prefix: string;
  /** A URI; `''` for none. */
  readonly namespace: string;
}

/** An attribute that does not declare a namespace. */
export interface AttributeData extends Qualified {
  readonly value: string;
}

/** An element as the parser fills it. */
export interface ElementData extends Qualified {
  readonly attributes: readonly AttributeData[];
  /** Texts and elements, in order. */
  readonly nodes: (ElementData | string)[];
}
