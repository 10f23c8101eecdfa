export { reseal } from './reseal.ts';
export {
  configurationPurpose,
  createSeal,
  deliveryPurpose,
  type JournalPart,
  journalPurpose,
  readSealingKeys,
  requireKeys,
  type Seal,
  subscriptionPurpose,
} from './seal.ts';
