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

/** The kinds of objects that the board changes besides releases, by their names in the domain. */
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

/** An action that needs a permission: a command, a change of a kind of object, or another one. */
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
