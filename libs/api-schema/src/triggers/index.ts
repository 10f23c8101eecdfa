export { showTrigger, type TriggerResponse, triggerResponse } from './trigger.ts';
export { type TriggerPageResponse, triggerPage } from './trigger-page.ts';
export { isTriggerMember, type TriggerBody, triggerBody, triggerPatch, triggerProperties } from './trigger-request.ts';
export {
  showTriggerActivity,
  showTriggerRun,
  type TriggerPreviewResponse,
  type TriggerRunResponse,
  triggerPreviewResponse,
  triggerRunResponse,
} from './trigger-run.ts';
