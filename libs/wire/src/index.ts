export { parseAs } from './as-code/parsed-by.ts';
export { type CodePlanResponse, planResponse, showChanges, showPlan } from './as-code/report.ts';
export { type AttachmentResponse, attachmentResponse, showAttachment } from './attachments/attachment.ts';
export { contentTypeOf, fileNameOf } from './attachments/file-name.ts';
export { type AuditResponse, auditResponse, showAuditLine } from './audit/audit.ts';
export {
  type CalendarAddressResponse,
  type CalendarAddressBody,
  calendarAddressResponse,
  calendarAddressBody,
  type NewCalendarAddressResponse,
  newCalendarAddressResponse,
  showCalendarAddress,
} from './calendar/address.ts';
export {
  type BlackoutResponse,
  type BlackoutBody,
  type BlackoutChanges,
  blackoutResponse,
  blackoutBody,
  blackoutChanges,
  type FirstFreeResponse,
  firstFreeResponse,
  showBlackout,
  showFirstFree,
} from './calendar/blackout.ts';
export {
  type ConfigurationResponse,
  type ConfigurationBody,
  commonConfigurationFields,
  configurationResponse,
  configurationBody,
  configurationIdOf,
  configurationTrial,
  propertiesIn,
  trialProperties,
  type StatusResponse,
  showConfiguration,
  statusResponse,
} from './configurations/configuration.ts';
export { planFromPhase, planFromTask, changesChildren, changesTasks } from './edits/wanted-inside.ts';
export { type RenderedPlan, requestedParts, changesParts } from './edits/wanted-plan.ts';
export { type ImportResponse, type ImportBody, importResponse, importBody } from './files/imported.ts';
export {
  type FolderResponse,
  type FolderBody,
  type FolderPermissions,
  folderResponse,
  folderBody,
  folderTitle,
  showFolder,
} from './folders/folder.ts';
export { listUpTo, mapUpTo, nameList } from './format/bounded.ts';
export { changesIn } from './format/changes.ts';
export { showDate } from './format/dates.ts';
export { date, flag, json, list, name, oneOf, optional, required, wholeNumber } from './format/scalars.ts';
export { type RenderContext, joinIds } from './format/show.ts';
export { readType, showType, defaultPrefix } from './format/type-name.ts';
export { verdictBody } from './gates/approval.ts';
export {
  type ConditionResponse,
  type ConditionBody,
  conditionResponse,
  conditionBody,
  type DependencyResponse,
  dependencyResponse,
  showCondition,
  showDependency,
  targetOf,
} from './gates/gate.ts';
export { type ActivityResponse, activityResponse, showActivity } from './history/activity.ts';
export {
  type ExplanationResponse,
  explanationResponse,
  namedByExplanation,
  showExplanation,
} from './insight/explain.ts';
export { type ForecastResponse, forecastResponse, showForecast } from './insight/outlook.ts';
export { type PreviewResponse, previewResponse, showPreview } from './insight/preview.ts';
export { type LiveEvent, liveEvent, type WatchedList, watchedLists } from './live/event.ts';
export { type MeResponse, meResponse, showMe } from './people/me.ts';
export {
  type PermissionExplanationResponse,
  permissionExplanationResponse,
  showPermissionExplanation,
} from './people/permission-explanation.ts';
export { type RoleResponse, type RoleBody, roleResponse, roleBodies, roleBody, showRole } from './people/role.ts';
export { type SessionResponse, sessionResponse, showSession } from './people/session.ts';
export { completeTeams, teamsWith } from './people/team.ts';
export {
  namedTeams,
  showTeamViews,
  type TeamViewResponse,
  type TeamViewList,
  teamViewResponse,
  teamViewList,
} from './people/team-view.ts';
export {
  type NewTokenResponse,
  newTokenResponse,
  showToken,
  type TokenResponse,
  type TokenBody,
  tokenResponse,
  tokenBody,
} from './people/token.ts';
export {
  type NewUserBody,
  newUserBody,
  passwordBody,
  profileOf,
  showUser,
  type UserResponse,
  type UserBody,
  type UserFilter,
  userResponse,
  userBodies,
  userBody,
  userFilter,
} from './people/user.ts';
export { mergedProperties } from './plans/own-properties.ts';
export {
  renderedPhasePatch,
  type PhaseResponse,
  type PhaseBody,
  phaseResponse,
  phaseBody,
  phaseDraft,
  phasePatch,
  showPhase,
} from './plans/phase.ts';
export { requireSameType } from './plans/python-script.ts';
export { createParseOptions } from './plans/reading.ts';
export { releaseIdOf, showRelease } from './plans/release.ts';
export { type ReleaseResponse, releaseResponse } from './plans/release-answer.ts';
export {
  renderedReleasePatch,
  type CreateBody,
  createBody,
  mergedValues,
  type ReleaseBody,
  releaseBody,
  releasePatch,
  type TemplateBody,
  templateBody,
  templateDraft,
} from './plans/release-request.ts';
export { sealSecrets } from './plans/secrets.ts';
export { containerOf, releaseOf, showTaskView } from './plans/task.ts';
export { type TaskResponse, taskResponse } from './plans/task-answer.ts';
export { type TaskBody, taskBody } from './plans/task-body.ts';
export { taskChanges } from './plans/task-changes.ts';
export { type ParseOptions, taskDraft } from './plans/task-request.ts';
export { type TaskTypeResponse, taskTypeResponse } from './plans/task-type-answer.ts';
export { type RestartPreviewResponse, restartPreviewResponse, showRestartPreview } from './restart/restart-preview.ts';
export { riskResponse, riskAssessmentResponse, riskAssessorResponse, showAssessors, showRisk } from './risk/assessment.ts';
export { riskChangeResponse, showRiskChange } from './risk/history.ts';
export {
  type RiskProfileResponse,
  type RiskProfileBody,
  riskProfileResponse,
  riskProfileBody,
  showRiskProfile,
  formatScores,
  rawScores,
} from './risk/profile.ts';
export { riskThresholdsResponse, riskThresholdsBody, showRiskThresholds } from './risk/thresholds.ts';
export { type FilterBody, filterBody, riskFilter } from './search/filter.ts';
export { type MyTasksResponse, myTasksResponse, showWaitingTask, type WaitingTaskResponse } from './search/my-tasks.ts';
export { overviewResponse, type ReleaseOverview, showOverview } from './search/overview.ts';
export { type ListedRelease, type ReleasePageResponse, releasePageResponse } from './search/release-page.ts';
export { type SavedView, savedView } from './search/saved-view.ts';
export {
  showSystemMessage,
  storedSystemMessage,
  systemMessageResponse,
  systemMessageBody,
} from './system/system-message.ts';
export { productName, productVersion } from './system/version.ts';
export { showTrigger, type TriggerResponse, triggerResponse } from './triggers/trigger.ts';
export { type TriggerPageResponse, triggerPage } from './triggers/trigger-page.ts';
export {
  isTriggerMember,
  type TriggerBody,
  triggerBody,
  triggerPatch,
  triggerProperties,
} from './triggers/trigger-request.ts';
export {
  showTriggerActivity,
  showTriggerRun,
  type TriggerPreviewResponse,
  type TriggerRunResponse,
  triggerPreviewResponse,
  triggerRunResponse,
} from './triggers/trigger-run.ts';
export {
  showVariable,
  type TaskVariableResponse,
  taskVariableResponse,
  type VariableResponse,
  variableResponse,
} from './variables/variable.ts';
export {
  chosenId,
  type VariableBody,
  variableBody,
  variableChanges,
  variableDraft,
  variableValue,
} from './variables/variable-request.ts';
export { valuesResponse, valuesAsTexts } from './variables/variable-texts.ts';
export { type ReceivedEventResponse, receivedEventResponse, showReceivedEvent } from './webhooks/received-event.ts';
