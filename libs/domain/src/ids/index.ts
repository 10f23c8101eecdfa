export { isIdOf, kindOf, objectKindOf, type PublicKind, rootFolderId } from './id-kinds.ts';
export { configurationIds, configurationTitle, idCandidates, lastSegment, targetId } from './ids.ts';
