export {
  changeSharedVariable,
  createSharedVariable,
  deleteSharedVariable,
  listGlobal,
  renderSharedVariable,
  visibleInFolder,
} from './shared-variables.ts';
export { renderInputs, updateInputs } from './task-inputs.ts';
export {
  addVariable,
  deleteVariable,
  getSharedVariable,
  getVariable,
  getVariableForUpdate,
  type PlanVariable,
  renderVariable,
  renderVariables,
  replaceVariables,
  updateVariable,
} from './variables.ts';
