export { mapCreations } from './creations.ts';
export { fitted } from './fit-draft.ts';
export { configurationNamedIn, customPath, type NamedConfiguration } from './known-configurations.ts';
export type { Known } from './known-here.ts';
export { type NamedElsewhere, namedElsewhere } from './named-elsewhere.ts';
export { unknownTypeProperty } from './unknown-type.ts';
