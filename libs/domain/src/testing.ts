/** What tests are written with: plans in one line, inputs in one word, and the edges that a status may take. */
export { blankCreation } from './model/own-fields.ts';
export { copyPassive, mergeChanges } from './model/passive.ts';
export * from './testing/edges.ts';
export * from './testing/examples.ts';
export * from './testing/inputs.ts';
export * from './testing/notation.ts';
