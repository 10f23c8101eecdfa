export type { ActivePipelines } from './settings.ts';
export {
  addCause,
  beginRequest,
  beginTrace,
  currentIds,
  currentTraceparent,
  failCurrent,
  inChildSpan,
  inTrace,
  needsCause,
  noopSpan,
  type OpenSpan,
  withCause,
  withoutParent,
} from './spans.ts';
export { startPipelineMetrics, startTracing } from './start-tracing.ts';
export { readTraceparent } from './traceparent.ts';
