export {
  withoutParent,
  beginRequest,
  beginTrace,
  withCause,
  currentIds,
  currentTraceparent,
  failCurrent,
  inChildSpan,
  inTrace,
  addCause,
  needsCause,
  type OpenSpan,
  noopSpan,
} from './spans.ts';
export { startTracing } from './start-tracing.ts';
export { readTraceparent } from './traceparent.ts';
