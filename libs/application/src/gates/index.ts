export { addCondition, addDependency, updateCondition } from './gates.ts';
export { requireVisibleTarget } from './require-visible-target.ts';
