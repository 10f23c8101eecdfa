/** Commands to releases that the board offers, by their names in the domain. For tasks, `explain` returns missing permissions. */
export const actions = [
  'startRelease',
  'resumeRelease',
  'restartRelease',
  'abortRelease',
  'updateRelease',
  'updateVariable',
  'attachToRelease',
] as const;

/** What people make, change and delete there that is no part of a release, by the names that the domain has for what it takes. */
export const resourceKinds = [
  'folder',
  'folderAtTop',
  'folderTeams',
  'folderVariable',
  'user',
  'role',
  'trigger',
  'newTemplate',
  'configuration',
  'globalConfiguration',
  'plugin',
] as const;

/** Such a command or thing, or what else takes a permission. */
export type Action =
  | (typeof actions)[number]
  | (typeof resourceKinds)[number]
  | 'changeDates'
  | 'editTemplate'
  | 'lockTaskOfTemplate'
  | 'changeBlackouts'
  | 'createRelease'
  | 'readFolder'
  | 'readAudit'
  | 'readConsistency';
