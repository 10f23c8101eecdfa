export { claimInTemplate, type IdClaim, idsOfTemplate } from './claim-ids.ts';
export { referencesOfPhase, referencesOfRelease, referencesOfTasks } from './references.ts';
export { toStoredRelease } from './stored-release.ts';
