export {
  showVariable,
  type TaskVariableResponse,
  taskVariableResponse,
  type VariableResponse,
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
export { valuesAsTexts, valuesResponse } from './variable-texts.ts';
