export { reseal } from './reseal.ts';
export {
  configurationPurpose,
  containerPurpose,
  createSeal,
  deliveryPurpose,
  type JournalPart,
  journalPurpose,
  readSealingKeys,
  requireKeys,
  resetPurpose,
  type Seal,
  subscriptionPurpose,
} from './seal.ts';
