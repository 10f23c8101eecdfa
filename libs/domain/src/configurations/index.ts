export { hideSecrets, looksSecret, type StoredProperties, withSecrets } from './hide-secrets.ts';
export { normalizeOutput, normalizeProperties, propertyToScripts, requireConcreteType } from './normalize.ts';
export { isKindOf, kindsOf, mergeProperties, type Properties, type TypeRule } from './properties.ts';
