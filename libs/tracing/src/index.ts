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
export { startTracing } from './start-tracing.ts';
export { readTraceparent } from './traceparent.ts';
