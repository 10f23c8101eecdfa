export { claimInTemplate, type IdClaim, idsOfTemplate } from './claim-ids.ts';
export { type EditLimits, editCauses, editLimitsOf, partEdits } from './edit-limits.ts';
export { referencesOfPhase, referencesOfRelease, referencesOfTasks } from './references.ts';
export { toStoredRelease } from './stored-release.ts';
