export { compareVersions, type VersionDifference } from './compare.ts';
export { maxVersions, type NewVersion, newVersion, type VersionChange, type VersionContent } from './content.ts';
export { matchParts } from './match.ts';
export { type MissingSecret, restoration } from './restore.ts';
