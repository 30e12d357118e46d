import * as z from 'zod';

/** PostgreSQL stores no NUL. */
const title = z
  .string()
  .min(1)
  .max(200)
  .regex(/^[^\0]*$/, 'A title cannot contain NUL');
export const NewBook = z.object({ title }).meta({ id: 'NewBook' });
export const Book = z.object({ id: z.int32(), title: z.string() }).meta({ id: 'Book' });
type Book = z.infer<typeof Book>;

/** Where books are kept. */
export interface Books {
  all(): Promise<Book[]>;
  find(id: number): Promise<Book | undefined>;
  add(book: z.infer<typeof NewBook>): Promise<Book>;
}

/** Books in memory: for tests, and to start without a database. */
export function memoryBooks(): Books {
  const books: Book[] = [];
  return {
    all: async () => books,
    find: async (id) => books[id - 1],
    add: async ({ title }) => {
      const book = { id: books.length + 1, title };
      books.push(book);
      return book;
    },
  };
}
