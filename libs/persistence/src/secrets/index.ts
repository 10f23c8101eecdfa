export { readSealingKeys, requireKeys } from './key-check.ts';
export { configurationPurpose, deliveryPurpose, type JournalPart, journalPurpose } from './purposes.ts';
export { reseal } from './reseal.ts';
export { createSeal, type Seal } from './seal.ts';
