export { adaptTemplate } from './adapt-import.ts';
export { type ConfigurationReference, configurationReferenceIn, customPath } from './configuration-references.ts';
export { mapCreations } from './creations.ts';
export { type ExternalReferences, externalReferencesOf } from './external-references.ts';
export type { ReferenceLookup } from './reference-lookup.ts';
export { unknownTypeProperty } from './unknown-type.ts';
