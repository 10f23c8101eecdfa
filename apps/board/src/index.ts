export { findLanguage } from './page/find-language.ts';
export { addresses } from './page/navigation/addresses.ts';
export { type Board, type BoardFile, readBoard } from './read-board.ts';
