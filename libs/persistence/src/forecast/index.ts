export {
  beginConsistencyCheck,
  findScriptsWithoutAuthor,
  findStuckCandidates,
  readLastActivityAt,
  readLastConsistencyCheck,
  storeConsistencyCheck,
} from './consistency.ts';
export { readExplanationContext } from './explanation-context.ts';
