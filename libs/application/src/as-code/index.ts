export { applyCode, type CodeReport, type CodeRequest } from './apply.ts';
export { applyArchive } from './archive/apply-archive.ts';
export { withFiles } from './attachments.ts';
export { type GenerateRequest, generateCode } from './generation/generate.ts';
export { warnOfScripts, warnOfUnknownTypes, withoutTeamsOfUnknownFolders } from './naming/document-warnings.ts';
