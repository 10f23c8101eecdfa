export { Overloaded, DuplicateRequest } from '@slipway/persistence';
export { idsOfTemplate } from './commands/claim-ids.ts';
export type { DispatchResult } from './commands/dispatch-result.ts';
export { sealCommand } from './commands/prepare-command.ts';
export { PreconditionFailed, type Preconditions } from './commands/request-terms.ts';
export { withTemplatePasswords } from './commands/template-passwords.ts';
export { openSecrets } from './configurations/secrets.ts';
export { createEngine, type Engine } from './engine.ts';
export { type CrashLabel, crashLabels, crashPoint } from './environment/crash-point.ts';
export { newId } from './environment/ids.ts';
export type { WakeSource } from './environment/observer.ts';
export { type ConsistencyReport, checkConsistency, findingKinds } from './insight/consistency.ts';
export { readExplanationInput, type ExplanationInput } from './insight/situation.ts';
export { type OpenEngine, openEngine } from './open-engine.ts';
export { readCurrentPerson } from './people/access.ts';
export { adminName, allowAll, personWithoutPermissions, noPermissions, systemCaller } from './people/caller.ts';
export { type Identity, toIdentity } from './people/identity.ts';
export { teamsOfNewFolder } from './people/new-plan-teams.ts';
export { samePermissionsEverywhere, type Person, type PermissionScope } from './people/person.ts';
export { limitedTo, withScriptAuthor } from './people/script-author.ts';
export { addSamples } from './samples/add-samples.ts';
export { startSamples } from './samples/moving-samples.ts';
export {
  addTrigger,
  changeTrigger,
  removeTrigger,
  switchTriggers,
} from './triggers/change-trigger.ts';
export { type Polls, requestPoll } from './triggers/polls.ts';
export { listNextTimes, describeSchedule, createTimetable } from './triggers/timetable.ts';
export { timeInZone } from './triggers/zones.ts';
export { abortStale } from './upkeep/abort-stale.ts';
export { archiveFinished } from './upkeep/archive-finished.ts';
export { insertSharedVariable, patchSharedVariable } from './variables/shared-variables.ts';
export { eventBatchSize } from './webhooks/process-events.ts';
