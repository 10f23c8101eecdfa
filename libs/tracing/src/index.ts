export {
  apart,
  beginRequest,
  beginTrace,
  causedBy,
  currentIds,
  currentTraceparent,
  failCurrent,
  inPart,
  inTrace,
  linkTo,
  needsCause,
  type OpenSpan,
  unseen,
} from './spans.ts';
export { startTracing } from './start-tracing.ts';
export { readTraceparent } from './traceparent.ts';
