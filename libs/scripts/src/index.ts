export { type ScriptAction, scriptAction } from './action.ts';
export {
  type CompilationFault,
  compilationRequest,
  mostCompiled,
  type ScriptText,
} from './compilation.ts';
export { Course, type Performed } from './course.ts';
export { deadlineIn } from './deadline.ts';
export {
  type HttpAnswer,
  type HttpBody,
  type HttpOrder,
  type HttpRedirect,
  type HttpRefusal,
  httpRefusals,
  type Journal,
  type JournalEntry,
  journalEntry,
  type ScriptEffect,
  scriptEffect,
} from './effect.ts';
export { failureOf, filterBy } from './event-filter.ts';
export { sourceBy } from './event-source.ts';
export { importableBy } from './importable.ts';
export { type Inspection, inspection, type JarText, jarText } from './inspection.ts';
export { masking } from './masking.ts';
export { observedRunner } from './observed-runner.ts';
export {
  type Language,
  type Limits,
  languageOf,
  languages,
  largestRequest,
  limitsWith,
  longestOutput,
  type ModuleSet,
  mostModules,
  type Purpose,
  placeOf,
  type ScriptAnswer,
  type ScriptError,
  type ScriptRequest,
  type SentRequest,
  type Snapshot,
  scriptAnswer,
  scriptError,
  scriptRequest,
  usualLimits,
} from './protocol.ts';
export {
  keyOfQuestion,
  type ScriptQuestion,
  type ScriptReply,
  scriptQuestion,
  scriptReply,
  sentReply,
} from './question.ts';
export { type Answering, type Outcome, runAnswered } from './run-answered.ts';
export { createRunnerClient, RunnerAway, RunnerBusy, type RunnerClient } from './runner-client.ts';
export { saidOf, shownHost } from './said.ts';
export { formsOfSecret } from './secret-forms.ts';
