export { Overloaded, Repeated } from '@slipway/persistence';
export { idsOfTemplate } from './commands/claim-ids.ts';
export type { DispatchResult } from './commands/dispatch-result.ts';
export { sealCommand } from './commands/prepare-command.ts';
export { Outdated, type Terms } from './commands/request-terms.ts';
export { withTemplatePasswords } from './commands/template-passwords.ts';
export { openSecrets } from './configurations/secrets.ts';
export { createEngine, type Engine } from './engine.ts';
export { type CrashLabel, crashLabels, crashPoint } from './environment/crash-point.ts';
export { newId } from './environment/ids.ts';
export type { WakeSource } from './environment/observer.ts';
export { type Consistency, checkConsistency, findingKinds } from './insight/consistency.ts';
export { readSituation, type Situation } from './insight/situation.ts';
export { type OpenEngine, openEngine } from './open-engine.ts';
export { personNow } from './people/access.ts';
export { adminName, allowed, nobody, nobodyThere, systemCaller } from './people/caller.ts';
export { type Identity, identityByToken } from './people/identity.ts';
export { teamsOfNewFolder } from './people/new-plan-teams.ts';
export { everywhere, type Person, type Place } from './people/person.ts';
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
export { nextTimes, scheduleWords, timetableOf } from './triggers/timetable.ts';
export { timeInZone } from './triggers/zones.ts';
export { abortStale } from './upkeep/abort-stale.ts';
export { archiveFinished } from './upkeep/archive-finished.ts';
export { insertSharedVariable, patchSharedVariable } from './variables/shared-variables.ts';
export { eventBatchSize } from './webhooks/process-events.ts';
