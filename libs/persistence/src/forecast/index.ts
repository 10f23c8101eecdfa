export { beginConsistencyCheck, readLastConsistencyCheck, storeConsistencyCheck } from './consistency-checks.ts';
export { readExplanationContext } from './explanation-context.ts';
export { findScriptsWithoutAuthor } from './scripts-without-author.ts';
export { findStuckCandidates, readLastActivityAt } from './stuck-releases.ts';
