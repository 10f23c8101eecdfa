export { deduplicationValue } from './deduplication.ts';
export { endpointProperties, endpointType } from './endpoint.ts';
export { type ConditionResult, hasCondition, resultOfEvent } from './event-result.ts';
export { endpointIdIn, isEventSourceType, withEndpointId } from './event-source.ts';
export { isSecretHeader, type Mask, maskOf } from './masking.ts';
