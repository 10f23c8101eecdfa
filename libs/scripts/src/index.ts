export { filterBy } from './event-filter.ts';
export { sourceBy } from './event-source.ts';
export { observedRunner } from './observed-runner.ts';
export * from './protocol.ts';
export { keyOfQuestion, type ScriptQuestion, type ScriptReply, scriptQuestion } from './question.ts';
export { createRunnerClient, type RunnerAddress, RunnerAway, RunnerBusy, type RunnerClient } from './runner-client.ts';
export { formsOfSecret } from './secret-forms.ts';
