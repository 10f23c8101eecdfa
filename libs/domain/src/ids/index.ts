export { isIdOf, kindOf, objectKindOf, type PublicKind, rootFolderId } from './id-kinds.ts';
export { configurationIds, configurationTitle, idCandidates, targetId } from './ids.ts';
