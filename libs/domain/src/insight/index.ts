export { gapsOf } from './consistency.ts';
export { type Explanation, explainRelease, explainTask } from './explain.ts';
export { type Lookup, lookupFor } from './lookup.ts';
export { type Preview, type PreviewContext, type PreviewPhase, type PreviewTask, preview } from './preview.ts';
export { type Progress, progressOf } from './progress.ts';
export { previewRestart, type RestartPreview } from './restart-preview.ts';
export { endingsOf, isOverdue, lackedBy, stepsOfPeople, taskActions, whyForPeople } from './waiting.ts';
