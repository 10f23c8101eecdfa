export {
  showVariable,
  type TaskVariableResponse,
  taskVariableResponse,
  type VariableResponse,
  valuesAsTexts,
  valuesResponse,
  variableResponse,
} from './variable.ts';
export {
  chosenId,
  type VariableBody,
  variableBody,
  variableChanges,
  variableDraft,
  variableValue,
} from './variable-request.ts';
