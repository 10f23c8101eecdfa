/** Loads the text of a page. */
export type Loader = () => Promise<{ readonly default: string }>;

/**
 * Functions that load the pages of the documentation as Markdown, by path, such as `how-to/attach-files`. The list is
 * empty in unit tests. The bundler and the development server replace this module with the files in `docs`
 * (scripts/documentation-pages.ts).
 */
export const documentation: Readonly<Record<string, Loader>> = {};
