export { voidMessage } from './approval-messages.ts';
export { type ApprovalState, approvalsOf, versionOf } from './approvals.ts';
export { targetStateOf } from './target-state.ts';
export { type VerdictEffect, verdictEffects } from './verdict-effects.ts';
