/** Columns of a row by name, with their types. */
export type Columns = Readonly<Record<string, string>>;

/** The columns as an SQL list, each after `prefix` such as `x.`. */
export const columnNames = (columns: Columns, prefix = ''): string =>
  Object.keys(columns)
    .map((name) => `${prefix}${name}`)
    .join(', ');

/** The columns with their types, as an SQL record is defined. */
export const columnDefinitions = (columns: Columns): string =>
  Object.entries(columns)
    .map(([name, type]) => `${name} ${type}`)
    .join(', ');
