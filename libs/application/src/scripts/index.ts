export { CreatedIds } from './created-ids.ts';
export { resolveAction } from './resolve-action.ts';
export { type ActingRun, type ExternalAction, isOwnRelease, ownPart } from './resolved-action.ts';
export { valueForVariable } from './set-variable.ts';
