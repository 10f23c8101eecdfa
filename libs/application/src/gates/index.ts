export { addCondition, addDependency, updateCondition } from './gates.ts';
