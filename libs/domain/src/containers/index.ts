export {
  agentLostAfterMs,
  containerPath,
  type EndReason,
  endReasons,
  errorOfEnd,
  isLost,
  type JobEnd,
  type JobEvent,
  type JobState,
  jobIdIn,
  jobStates,
  overdueAfterMs,
  pollDelayMs,
  stateAfter,
  transitionOf,
} from './job.ts';
export { type LogProgress, maxLogCharacters, nextLogPart, readDirectives } from './log.ts';
export { type JobOutput, maxOutputFileCharacters, readOutput } from './output.ts';
export { agentLabelForm, type ContainerSpec, containerSpec, requiredLabels, secretVariables } from './spec.ts';
