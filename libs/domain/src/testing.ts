/** Helpers for tests: plans in one line of text, short inputs, and the allowed status changes. */
export { blankCreation } from './model/own-fields.ts';
export { copyPassive, mergeChanges } from './model/passive.ts';
export * from './testing/edges.ts';
export * from './testing/examples.ts';
export * from './testing/inputs.ts';
export * from './testing/notation.ts';
