export { activityAnswer, showActivity } from './activity.ts';
export {
  type BlackoutAnswer,
  blackoutAnswer,
  blackoutBody,
  blackoutChanges,
  showBlackout,
} from './blackout.ts';
export { listUpTo, mapUpTo, nameList } from './bounded.ts';
export {
  type ConfigurationAnswer,
  type ConfigurationBody,
  configurationAnswer,
  configurationBody,
  configurationIdOf,
  configurationTrial,
  ofEveryConfiguration,
  propertiesIn,
  showConfiguration,
  statusAnswer,
} from './configuration.ts';
export { showDate } from './dates.ts';
export { type DeliveryAnswer, deliveryAnswer, showDelivery } from './delivery.ts';
export { asRead, changesIn } from './echo.ts';
export {
  type ExplanationAnswer,
  explanationAnswer,
  namedByExplanation,
  showExplanation,
} from './explain.ts';
export { type FilterBody, filterBody, filterOf, orderOf } from './filter.ts';
export { type FolderAnswer, folderAnswer, folderBody, folderTitle, showFolder } from './folder.ts';
export { conditionAnswer, conditionBody, dependencyAnswer, showCondition, showDependency } from './gate.ts';
export { kindAmong } from './kind-among.ts';
export { configurationNamed, firstNamed, folderNamed, variableNamed } from './named.ts';
export { overviewAnswer, showOverview } from './overview.ts';
export { laidBeside } from './own-properties.ts';
export {
  type PhaseAnswer,
  phaseAnswer,
  phaseBody,
  phaseDraft,
  phasePatch,
  phasePatchShown,
  showPhase,
} from './phase.ts';
export { possibleValues } from './possible-values.ts';
export { type PreviewAnswer, previewAnswer, showPreview } from './preview.ts';
export { readingBy } from './reading.ts';
export { releaseIdOf, showRelease } from './release.ts';
export { type ReleaseAnswer, releaseAnswer } from './release-answer.ts';
export {
  createBody,
  givenValues,
  type ReleaseBody,
  releaseBody,
  releasePatch,
  releasePatchShown,
  templateDraft,
} from './release-request.ts';
export { type RestartPreviewAnswer, restartPreviewAnswer, showRestartPreview } from './restart-preview.ts';
export { date, flag, json, list, name, oneOf, optional, required, wholeNumber } from './scalars.ts';
export { sealed } from './secrets.ts';
export { type Show, under } from './show.ts';
export { type Placed, placed, showFor } from './show-for.ts';
export {
  keptSystemMessage,
  showSystemMessage,
  systemMessageAnswer,
  systemMessageBody,
} from './system-message.ts';
export { containerOf, releaseOf, showTaskView } from './task.ts';
export { type TaskAnswer, taskAnswer } from './task-answer.ts';
export { type TaskBody, taskBody } from './task-body.ts';
export { taskChanges } from './task-changes.ts';
export { type Reading, targetOf, taskDraft } from './task-request.ts';
export { areTheTeams, defaultTeams, teamsFrom } from './team.ts';
export {
  showTrigger,
  type TriggerBody,
  triggerAnswer,
  triggerBody,
  triggerPatch,
  triggerTypeOf,
} from './trigger.ts';
export { showTriggerActivity, showTriggerRun, triggerPreviewAnswer, triggerRunAnswer } from './trigger-run.ts';
export { readType, showType } from './type-name.ts';
export { showVariable, type VariableAnswer, variableAnswer } from './variable.ts';
export {
  chosenId,
  type VariableBody,
  variableBody,
  variableChanges,
  variableDraft,
  variableValue,
} from './variable-request.ts';
export { valuesAnswer, valuesAsTexts } from './variable-texts.ts';
