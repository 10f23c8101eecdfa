/** Columns of a row by name, with their types. */
export type Columns = Readonly<Record<string, string>>;

/** Returns the columns as an SQL list, each with a prefix such as `x.`. */
export const columnNames = (columns: Columns, prefix = ''): string =>
  Object.keys(columns)
    .map((name) => `${prefix}${name}`)
    .join(', ');

/** Returns the columns with their types, for the definition of an SQL record. */
export const columnDefinitions = (columns: Columns): string =>
  Object.entries(columns)
    .map(([name, type]) => `${name} ${type}`)
    .join(', ');
