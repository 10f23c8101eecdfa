export { voidMessage } from './approval-messages.ts';
export { type ApprovalState, versionOf } from './approvals.ts';
export { targetStateOf } from './target-state.ts';
