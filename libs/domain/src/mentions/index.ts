export { mentionsOf, type OpenMention, openMention } from './mentions.ts';
