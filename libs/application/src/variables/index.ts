export {
  changeSharedVariable,
  createSharedVariable,
  deleteSharedVariable,
  listGlobal,
  renderSharedVariable,
  requireSharedVariablePermission,
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
  variablePatch,
} from './variables.ts';
