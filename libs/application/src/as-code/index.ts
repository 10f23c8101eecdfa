export { applyCode, type CodeReport, type CodeRequest } from './apply.ts';
export { applyArchive } from './archive/apply-archive.ts';
export { withFiles } from './attachments.ts';
export { type GenerateRequest, generateCode } from './generation/generate.ts';
export { warnOfScripts } from './naming/script-warnings.ts';
export { withoutTeamsOfUnknownFolders } from './naming/unknown-folder-teams.ts';
export { warnOfUnknownTypes } from './naming/unknown-types.ts';
