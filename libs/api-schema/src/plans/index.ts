export { type ChildVariablesResponse, childVariablesResponse, showChildVariables } from './child-variables.ts';
export { type ChangeableCommentResponse, changeableCommentResponse } from './comment.ts';
export { type EditLimitsResponse, editLimitsResponse, showEditLimits } from './edit-limits.ts';
export { mergedProperties } from './own-properties.ts';
export {
  type PhaseBody,
  type PhaseResponse,
  phaseBody,
  phaseDraft,
  phasePatch,
  phaseResponse,
  renderedPhasePatch,
  showPhase,
} from './phase.ts';
export { requireSameType } from './python-script.ts';
export { type ReleaseResponse, releaseIdOf, releaseResponse, showRelease } from './release.ts';
export {
  type CreateBody,
  createBody,
  mergedValues,
  type ReleaseBody,
  releaseBody,
  releasePatch,
  renderedReleasePatch,
  type TemplateBody,
  templateBody,
  templateDraft,
} from './release-request.ts';
export { resolveTask } from './resolve-task.ts';
export { sealSecrets } from './secrets.ts';
export { containerOf, releaseOf, showTaskView, type TaskResponse, taskResponse } from './task.ts';
export { type TaskBody, taskBody } from './task-body.ts';
export { taskChanges } from './task-changes.ts';
export { createParseOptions, type ParseOptions, taskDraft } from './task-request.ts';
export { type TaskTypeResponse, taskTypeResponse } from './task-types.ts';
