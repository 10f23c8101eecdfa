export { addCondition, addDependency, requireVisibleTarget, updateCondition } from './gates.ts';
