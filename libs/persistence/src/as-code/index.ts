export type { Affected, EffectVisibility } from './affected.ts';
export { type ChangedPeople, findAffectedByPeople } from './affected-by-people.ts';
export { findAffectedByTemplates } from './affected-by-plans.ts';
export { findAffectedByProfiles } from './affected-by-profiles.ts';
export { findAffectedByConfigurations, findAffectedByVariables } from './affected-by-references.ts';
export { keepTransactionAlive, setIdleTransactionTimeout } from './keep-transaction-alive.ts';
export { readCodeSettings, storeCodeSettings } from './stored-code-settings.ts';
export { findTemplatesByTitle, findTemplatesInFolders, listTemplatesBelow, readDocumentPaths } from './titles.ts';
