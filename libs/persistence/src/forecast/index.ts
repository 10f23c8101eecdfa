export {
  beginConsistencyCheck,
  findScriptsWithoutAuthor,
  findStuckCandidates,
  readLastActivityAt,
  readLastConsistencyCheck,
  storeConsistencyCheck,
} from './consistency.ts';
export { type ExplanationInput, readExplanationInput } from './explanation-context.ts';
