export { type EventTrialBody, type EventTrialResponse, eventTrialBody, eventTrialResponse } from './event-trial.ts';
export { readFilter, readMapping } from './event-trigger.ts';
export {
  showTrigger,
  type TriggerPageResponse,
  type TriggerResponse,
  triggerPage,
  triggerResponse,
} from './trigger.ts';
export { isTriggerMember, type TriggerBody, triggerBody, triggerPatch, triggerProperties } from './trigger-request.ts';
export {
  type NextTimesResponse,
  nextTimesResponse,
  showTriggerActivity,
  showTriggerRun,
  type TriggerPreviewResponse,
  type TriggerRunResponse,
  triggerPreviewResponse,
  triggerRunResponse,
} from './trigger-run.ts';
