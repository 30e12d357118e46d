/** How a URL is made. */
export interface UrlOptions {
  /** Appended as a query; nothing is appended when it is empty. */
  readonly query?: QueryData;
  /** What stands before the path, as `https://example.test`; '' by default: the URL is a path. */
  readonly origin?: string;
  /** Leaves the base path out, for links that are resolved against it; false by default. */
  readonly relative?: boolean;
  /** Inserts arguments as they are, neither checked nor encoded, as Slim does; false by default. Never for text of others. */
  readonly raw?: boolean;
}

/** A value of an argument: a number is written in decimal. */
export type UrlValue = string | number;

/** Data for the arguments of a route, by name. */
export type UrlData = Readonly<Record<string, UrlValue | undefined>>;

/** Data for a query; nested data becomes `a[b]=c`, a list `a[0]=b`, null and undefined are left out, true is 1 and false 0. */
export type QueryData = Readonly<Record<string, QueryValue>>;

/** A value of a query. */
export type QueryValue =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly QueryValue[]
  | { readonly [key: string]: QueryValue };

/** The parameters of a method that makes a URL: the data may be left out when no argument is required. */
export type UrlArgs<Args> = string extends keyof Args
  ? [data?: UrlData, options?: UrlOptions]
  : Partial<Args> extends Args
    ? [data?: DataFor<Args>, options?: UrlOptions]
    : [data: DataFor<Args>, options?: UrlOptions];

type DataFor<Args> = { readonly [Name in keyof Args]: UrlValue };
