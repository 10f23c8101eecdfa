import type { Catalogs } from './load-language.ts';

/**
 * The message catalogs. This list is empty for unit tests. The bundler and the development server replace it by the files in
 * `libs/domain/src/messages` (scripts/message-catalogs.ts).
 */
export const catalogs: Catalogs = {};
