export {
  addSharedVariable,
  findSharedVariable,
  findSharedVariablesInFolders,
  hasSharedKey,
  lockSharedVariable,
  readFolderVariables,
  readGlobalVariables,
  readVisibleShared,
  readVisibleVariables,
  removeSharedVariable,
  type SharedVariableView,
  updateSharedVariable,
} from './shared-variables.ts';
