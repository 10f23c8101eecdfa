export { type ScriptAction, scriptAction } from './action.ts';
export {
  type CompilationFault,
  compilationRequest,
  maxCompiled,
  type ScriptText,
} from './compilation.ts';
export { ReplayLog, type EffectResult } from './course.ts';
export { deadlineIn } from './deadline.ts';
export {
  type HttpResponse,
  type HttpBody,
  type HttpRequest,
  type HttpRedirect,
  type HttpRefusal,
  httpRefusals,
  type Journal,
  type JournalEntry,
  journalEntry,
  type ScriptEffect,
  scriptEffect,
} from './effect.ts';
export { failureMessage, createEventFilter } from './event-filter.ts';
export { createEventSource } from './event-source.ts';
export { findImportableModules } from './importable.ts';
export { type Inspection, inspection, type JarText, jarText } from './inspection.ts';
export { createMask } from './masking.ts';
export { observeRunner } from './observed-runner.ts';
export {
  type Language,
  type Limits,
  languageOf,
  languages,
  maxRequestBytes,
  limitsWith,
  maxOutputCharacters,
  type ModuleSet,
  maxModuleCharacters,
  type Purpose,
  errorPosition,
  type ScriptRunResult,
  type ScriptError,
  type ScriptRequest,
  type ScriptRequestBody,
  type Snapshot,
  scriptRunResult,
  scriptError,
  scriptRequest,
  defaultLimits,
} from './protocol.ts';
export {
  questionKey,
  type ScriptQuestion,
  type ScriptReply,
  scriptQuestion,
  scriptReply,
  replyOrReference,
} from './question.ts';
export { type ScriptHost, type ScriptOutcome, runWithReplies } from './run-answered.ts';
export { createRunnerClient, RunnerUnavailable, RunnerBusy, type RunnerClient } from './runner-client.ts';
export { effectKey, maskedHost } from './said.ts';
export { secretForms } from './secret-forms.ts';
