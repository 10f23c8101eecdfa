export type { AffectedObjects, EffectVisibility } from './affected.ts';
export { findAffectedByConfigurations, findAffectedByVariables } from './affected-by-references.ts';
export {
  type ChangedPeople,
  findAffectedByPeople,
  findAffectedByProfiles,
  findAffectedByTemplates,
} from './find-affected.ts';
export { readCodeSettings, storeCodeSettings } from './stored-code-settings.ts';
export { findTemplatesByTitle, findTemplatesInFolders, listTemplatesBelow, readDocumentPaths } from './titles.ts';
