export { fixableParts, withFixedParts } from './fixed-parts.ts';
export {
  agentLostAfterMs,
  containerPath,
  endReasons,
  errorOfEnd,
  exitedEnd,
  isLost,
  type JobEnd,
  type JobEvent,
  type JobState,
  jobIdIn,
  overdueAfterMs,
  pollDelayMs,
  transitionOf,
} from './job.ts';
export { maxLogCharacters, nextLogPart, readDirectives } from './log.ts';
export { maxOutputFileBytes, outputMark, readOutput, separateOutput } from './output.ts';
export { agentLabelForm, type ContainerSpec, containerSpec, requiredLabels, secretVariables } from './spec.ts';
