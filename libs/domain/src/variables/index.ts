export { applyVariablePatch, keyConflict, newKeyIn, withPasswordsOf } from './build-variable.ts';
export { offeredValues } from './offered-values.ts';
export { sealByKey, sealTemplate, sealVariable } from './seal-drafts.ts';
export { sharedVariable } from './shared-variables.ts';
export { isEmpty, valueFor, valueToScripts } from './values.ts';
export { isUsed } from './variable-uses.ts';
