export { recordingMethods, type ScriptAction, scriptAction } from './action.ts';
export {
  type CompilationFault,
  compilationRequest,
  type Inspection,
  inspection,
  type JarText,
  jarText,
  maxCompiled,
  type ScriptText,
} from './compilation.ts';
export { deadlineIn } from './deadline.ts';
export {
  effectKey,
  type HttpBody,
  type HttpRedirect,
  type HttpRefusal,
  type HttpRequest,
  type HttpResponse,
  httpRefusals,
  type Journal,
  type JournalEntry,
  journalEntry,
  maskedHost,
  type ScriptEffect,
  scriptEffect,
} from './effect.ts';
export { createEventFilter, failureMessage } from './event-filter.ts';
export { createEventSource } from './event-source.ts';
export { findImportableModules } from './importable-modules.ts';
export { createMask, secretForms } from './masking.ts';
export { observeRunner } from './observe-runner.ts';
export {
  defaultLimits,
  errorPosition,
  type Language,
  type Limits,
  languageOf,
  languages,
  limitsWith,
  lineTimes,
  type ModuleSet,
  maxModuleCharacters,
  maxOutputCharacters,
  maxRequestBytes,
  type Purpose,
  type ScriptError,
  type ScriptRequest,
  type ScriptRequestBody,
  type ScriptRunResult,
  type Snapshot,
  scriptError,
  scriptRequest,
  scriptRunResult,
} from './protocol.ts';
export {
  questionKey,
  replyOrReference,
  type ScriptQuestion,
  type ScriptReply,
  scriptQuestion,
  scriptReply,
} from './question.ts';
export { type EffectResult, ReplayLog } from './replay-log.ts';
export { runWithReplies, type ScriptHost, type ScriptOutcome } from './run-with-replies.ts';
export { createRunnerClient, RunnerBusy, type RunnerClient, RunnerUnavailable } from './runner-client.ts';
