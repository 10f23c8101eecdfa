export { mapCreations } from './creations.ts';
export { adaptTemplate } from './fit-draft.ts';
export { configurationReferenceIn, customPath, type ConfigurationReference } from './known-configurations.ts';
export type { ReferenceLookup } from './known-here.ts';
export { type ExternalReferences, externalReferencesOf } from './named-elsewhere.ts';
export { unknownTypeProperty } from './unknown-type.ts';
