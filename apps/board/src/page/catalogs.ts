import type { Catalogs } from './load-language.ts';

/**
 * The message catalogs. The list is empty in unit tests. The bundler and the development server replace this module
 * with the files in `libs/domain/src/messages` (scripts/message-catalogs.ts).
 */
export const catalogs: Catalogs = {};
