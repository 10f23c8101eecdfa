/** What people do on the page that takes a permission: commands of the domain, by the names that it has for them. */
export const deeds = [
  'startRelease',
  'resumeRelease',
  'restartRelease',
  'abortRelease',
  'updateRelease',
  'updateVariable',
  'attachToRelease',
  'completeTask',
  'skipTask',
  'failTask',
  'retryTask',
  'reopenTask',
  'abortTask',
  'startTaskNow',
  'assignTask',
  'updateCondition',
  'attachToTask',
] as const;

/** What people make, change and delete there that is no part of a release, by the names that the domain has for what it takes. */
export const things = [
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
export type Deed =
  | (typeof deeds)[number]
  | (typeof things)[number]
  | 'changeDates'
  | 'reassignTask'
  | 'reassignLockedTask'
  | 'editTemplate'
  | 'lockTaskOfTemplate'
  | 'changeBlackouts'
  | 'createRelease'
  | 'readFolder'
  | 'readAudit'
  | 'readConsistency';
