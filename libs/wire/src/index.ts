export { parsedBy } from './as-code/parsed-by.ts';
export { type CodePlanAnswer, planAnswer, showChanges, showPlan } from './as-code/report.ts';
export { type AttachmentAnswer, attachmentAnswer, showAttachment } from './attachments/attachment.ts';
export { contentTypeOf, fileNameOf } from './attachments/file-name.ts';
export { type AuditAnswer, auditAnswer, showAuditLine } from './audit/audit.ts';
export {
  type CalendarAddressAnswer,
  type CalendarAddressBody,
  calendarAddressAnswer,
  calendarAddressBody,
  type NewCalendarAddressAnswer,
  newCalendarAddressAnswer,
  showCalendarAddress,
} from './calendar/address.ts';
export {
  type BlackoutAnswer,
  type BlackoutBody,
  type BlackoutChanges,
  blackoutAnswer,
  blackoutBody,
  blackoutChanges,
  type FirstFreeAnswer,
  firstFreeAnswer,
  showBlackout,
  showFirstFree,
} from './calendar/blackout.ts';
export {
  type ConfigurationAnswer,
  type ConfigurationBody,
  commonConfigurationFields,
  configurationAnswer,
  configurationBody,
  configurationIdOf,
  configurationTrial,
  propertiesIn,
  propertiesTried,
  type StatusAnswer,
  showConfiguration,
  statusAnswer,
} from './configurations/configuration.ts';
export { wantedInPhase, wantedInTask, wantsOtherInside, wantsOtherTasks } from './edits/wanted-inside.ts';
export { type AnsweredPlan, wantedParts, wantsOtherParts } from './edits/wanted-plan.ts';
export { type ImportAnswer, type ImportedBody, importAnswer, importedBody } from './files/imported.ts';
export {
  type FolderAnswer,
  type FolderBody,
  type FolderPermissions,
  folderAnswer,
  folderBody,
  folderTitle,
  showFolder,
} from './folders/folder.ts';
export { listUpTo, mapUpTo, nameList } from './format/bounded.ts';
export { changesIn } from './format/changes.ts';
export { showDate } from './format/dates.ts';
export { date, flag, json, list, name, oneOf, optional, required, wholeNumber } from './format/scalars.ts';
export { type Show, under } from './format/show.ts';
export { readType, showType, usualPrefix } from './format/type-name.ts';
export { verdictBody } from './gates/approval.ts';
export {
  type ConditionAnswer,
  type ConditionBody,
  conditionAnswer,
  conditionBody,
  type DependencyAnswer,
  dependencyAnswer,
  showCondition,
  showDependency,
  targetOf,
} from './gates/gate.ts';
export { type ActivityAnswer, activityAnswer, showActivity } from './history/activity.ts';
export {
  type ExplanationAnswer,
  explanationAnswer,
  namedByExplanation,
  showExplanation,
} from './insight/explain.ts';
export { type OutlookAnswer, outlookAnswer, showOutlook } from './insight/outlook.ts';
export { type PreviewAnswer, previewAnswer, showPreview } from './insight/preview.ts';
export { type LiveEvent, liveEvent, type WatchedList, watchedLists } from './live/event.ts';
export { type MeAnswer, meAnswer, showMe } from './people/me.ts';
export {
  type PermissionExplanationAnswer,
  permissionExplanationAnswer,
  showPermissionExplanation,
} from './people/permission-explanation.ts';
export { type RoleAnswer, type RoleBody, roleAnswer, roleBodies, roleBody, showRole } from './people/role.ts';
export { type SessionAnswer, sessionAnswer, showSession } from './people/session.ts';
export { teamsBrought, teamsWith } from './people/team.ts';
export {
  namedTeams,
  showTeamViews,
  type TeamViewAnswer,
  type TeamViewList,
  teamViewAnswer,
  teamViewList,
} from './people/team-view.ts';
export {
  type NewTokenAnswer,
  newTokenAnswer,
  showToken,
  type TokenAnswer,
  type TokenBody,
  tokenAnswer,
  tokenBody,
} from './people/token.ts';
export {
  type NewUserBody,
  newUserBody,
  passwordBody,
  profileOf,
  showUser,
  type UserAnswer,
  type UserBody,
  type UserFilter,
  userAnswer,
  userBodies,
  userBody,
  userFilter,
} from './people/user.ts';
export { mergedProperties } from './plans/own-properties.ts';
export {
  answeredPhasePatch,
  type PhaseAnswer,
  type PhaseBody,
  phaseAnswer,
  phaseBody,
  phaseDraft,
  phasePatch,
  showPhase,
} from './plans/phase.ts';
export { requireSameType } from './plans/python-script.ts';
export { readingBy } from './plans/reading.ts';
export { releaseIdOf, showRelease } from './plans/release.ts';
export { type ReleaseAnswer, releaseAnswer } from './plans/release-answer.ts';
export {
  answeredReleasePatch,
  type CreateBody,
  createBody,
  givenValues,
  type ReleaseBody,
  releaseBody,
  releasePatch,
  type TemplateBody,
  templateBody,
  templateDraft,
} from './plans/release-request.ts';
export { sealed } from './plans/secrets.ts';
export { containerOf, releaseOf, showTaskView } from './plans/task.ts';
export { type TaskAnswer, taskAnswer } from './plans/task-answer.ts';
export { type TaskBody, taskBody } from './plans/task-body.ts';
export { taskChanges } from './plans/task-changes.ts';
export { type Reading, taskDraft } from './plans/task-request.ts';
export { type TaskTypeAnswer, taskTypeAnswer } from './plans/task-type-answer.ts';
export { type RestartPreviewAnswer, restartPreviewAnswer, showRestartPreview } from './restart/restart-preview.ts';
export { riskAnswer, riskAssessmentAnswer, riskAssessorAnswer, showAssessors, showRisk } from './risk/assessment.ts';
export { riskChangeAnswer, showRiskChange } from './risk/history.ts';
export {
  type RiskProfileAnswer,
  type RiskProfileBody,
  riskProfileAnswer,
  riskProfileBody,
  showRiskProfile,
  writtenFrom,
  writtenScores,
} from './risk/profile.ts';
export { riskThresholdsAnswer, riskThresholdsBody, showRiskThresholds } from './risk/thresholds.ts';
export { type FilterBody, filterBody, riskFilter } from './search/filter.ts';
export { type MyTasksAnswer, myTasksAnswer, showWaitingTask, type WaitingTaskAnswer } from './search/my-tasks.ts';
export { overviewAnswer, type ReleaseOverview, showOverview } from './search/overview.ts';
export { type ListedRelease, type ReleasePageAnswer, releasePageAnswer } from './search/release-page.ts';
export { type SavedView, savedView } from './search/saved-view.ts';
export {
  showSystemMessage,
  storedSystemMessage,
  systemMessageAnswer,
  systemMessageBody,
} from './system/system-message.ts';
export { productName, productVersion } from './system/version.ts';
export { showTrigger, type TriggerAnswer, triggerAnswer } from './triggers/trigger.ts';
export { type TriggerPageAnswer, triggerPage } from './triggers/trigger-page.ts';
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
  type TriggerPreviewAnswer,
  type TriggerRunAnswer,
  triggerPreviewAnswer,
  triggerRunAnswer,
} from './triggers/trigger-run.ts';
export {
  showVariable,
  type TaskVariableAnswer,
  taskVariableAnswer,
  type VariableAnswer,
  variableAnswer,
} from './variables/variable.ts';
export {
  chosenId,
  type VariableBody,
  variableBody,
  variableChanges,
  variableDraft,
  variableValue,
} from './variables/variable-request.ts';
export { valuesAnswer, valuesAsTexts } from './variables/variable-texts.ts';
export { type ReceivedEventAnswer, receivedEventAnswer, showReceivedEvent } from './webhooks/received-event.ts';
