export { referencesOfPhase, referencesOfRelease, referencesOfTasks } from './references.ts';
export { toStoredRelease } from './stored-release.ts';
