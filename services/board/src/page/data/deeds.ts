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

/** Such a command, to change for when a task is planned, or what takes a permission and is no command. */
export type Deed = (typeof deeds)[number] | 'changeDates' | 'editTemplate' | 'changeBlackouts' | 'createRelease';
