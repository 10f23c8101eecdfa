export { Overloaded } from '@slipway/persistence/database';
export { DuplicateRequest } from '@slipway/persistence/plans';
export type { DispatchResult } from './commands/dispatch-result.ts';
export { PreconditionFailed, type Preconditions } from './commands/preconditions.ts';
export { sealCommand } from './commands/prepare-command.ts';
export { withTemplatePasswords } from './commands/template-passwords.ts';
export { retryUntilDatabaseIsBack } from './concurrency/retry.ts';
export { openSecrets } from './configurations/secrets.ts';
export { createEngine, type Engine } from './engine.ts';
export { createClock } from './environment/clock.ts';
export { type CrashLabel, crashLabels, crashPoint, notificationCrashLabels } from './environment/crash-point.ts';
export { newId } from './environment/ids.ts';
export type { WakeSource } from './environment/observer.ts';
export { type ConsistencyReport, checkConsistency, findingKinds } from './forecast/consistency.ts';
export {
  backfillFacts,
  buildNextMonth,
  checkAggregates,
  type FactsProgress,
  isFactsWorkDue,
  moveFactsOfFolders,
  processEndedReleases,
  readFactsProgress,
  rebuildIfRequested,
  recomputeDeployments,
} from './insights/compute-facts.ts';
export { abortStale, archiveFinished } from './maintenance/old-releases.ts';
export { explainNotification } from './notifications/explain.ts';
export { fanOut, fanOutBatch } from './notifications/fan-out.ts';
export { nextWeeklyMailAt, queueWeeklyMails } from './notifications/weekly-mails.ts';
export { type OpenEngine, openEngine } from './open-engine.ts';
export { readCurrentPerson } from './people/access.ts';
export { type Identity, toIdentity } from './people/identity.ts';
export { teamsOfNewFolder } from './people/new-plan-teams.ts';
export {
  adminName,
  allowAll,
  noPermissions,
  type PermissionScope,
  type Person,
  personWithoutPermissions,
  samePermissionsEverywhere,
  systemCaller,
} from './people/person.ts';
export { limitedTo, withScriptAuthor } from './people/script-author.ts';
export { addExampleReleases } from './samples/example-releases.ts';
export { startSamples } from './samples/running-samples.ts';
export { addSamples } from './samples/samples.ts';
export type { TransactionContext } from './transaction.ts';
export {
  addTrigger,
  changeTrigger,
  removeTrigger,
  switchTriggers,
} from './triggers/change-trigger.ts';
export { type Polls, requestPoll } from './triggers/polls.ts';
export { createTimetable, describeSchedule, listNextTimes } from './triggers/timetable.ts';
export { timeInZone } from './triggers/zones.ts';
export { insertSharedVariable, patchSharedVariable } from './variables/shared-variables.ts';
export { eventBatchSize } from './webhooks/process-events.ts';
