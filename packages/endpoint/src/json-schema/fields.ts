/** Inherits nothing, so that no name is special; faster to fill than `Object.create(null)`, which is a dictionary. */
export class Fields {
  [name: string]: unknown;

  static {
    Object.setPrototypeOf(Fields.prototype, null);
    Reflect.deleteProperty(Fields.prototype, 'constructor');
  }
}

/** Stands for a member that is absent, such as one whose text is empty. */
export const ABSENT: unique symbol = Symbol('absent');
