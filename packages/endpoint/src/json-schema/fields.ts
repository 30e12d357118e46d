/** An object that inherits nothing, so that no name is special. Faster to fill than `Object.create(null)`. */
export class Fields {
  [name: string]: unknown;

  static {
    Object.setPrototypeOf(Fields.prototype, null);
    Reflect.deleteProperty(Fields.prototype, 'constructor');
  }
}

/** Marks a member that is treated as absent, such as one whose text is empty. */
export const ABSENT: unique symbol = Symbol('absent');
