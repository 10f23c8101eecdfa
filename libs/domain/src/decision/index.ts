export {
  type Blackout,
  type Creator,
  creatorKey,
  type DecisionData,
  type Env,
  type IdKind,
  type Requirement,
  type StoredComment,
  type TokenFault,
} from './env.ts';
export type { Caller, Outputs } from './inputs.ts';
export { maxCommentLength } from './log.ts';
export {
  type ActivityType,
  type Await,
  type CommentAdded,
  type CommentChange,
  type Decision,
  type LogEntry,
  type Outcome,
  type RiskRecord,
  systemUser,
} from './outcome.ts';
export type { LineTimes, ScriptHttpRequest, ScriptOutput, ScriptResult } from './script-result.ts';
