import type { DecisionContext } from '../decision/context.ts';
import { systemUser } from '../decision/outcome.ts';
import type { TaskDraft, TaskPatch } from '../model/draft.ts';
import type { ScriptAuthors, ScriptPurpose, TaskDefinition } from '../model/task.ts';
import { runsScript } from '../model/task-types.ts';

/**
 * Returns the author of the texts that a command writes: its caller, or the author of the script that runs the command.
 * Null if the author of that script is not stored.
 */
export const textAuthorOf = ({
  caller,
  scriptAuthor,
}: Pick<DecisionContext, 'caller' | 'scriptAuthor'>): string | null =>
  scriptAuthor === undefined ? (caller?.username ?? systemUser) : (scriptAuthor?.username ?? null);

const isText = (text: string | null | undefined): boolean => typeof text === 'string' && text.trim() !== '';

/** Returns the scripts that a patch changes, each with whether it has a text. Task properties count as a script. */
function changedScriptsOf(type: string, patch: TaskPatch): readonly (readonly [ScriptPurpose, boolean])[] {
  const { precondition, failureHandler, abortScript, properties, variableMapping } = patch;
  const texts = [
    ['precondition', precondition],
    ['failureHandler', failureHandler],
    ['abort', abortScript],
  ] as const;
  const changesTask = properties !== undefined || variableMapping !== undefined;
  return [
    ...texts.flatMap(([purpose, text]) => (text === undefined ? [] : [[purpose, isText(text)] as const])),
    ...(changesTask ? [['task', runsScript(type)] as const] : []),
  ];
}

function withAuthor(
  before: ScriptAuthors,
  changedScripts: readonly (readonly [ScriptPurpose, boolean])[],
  author: string | null,
): ScriptAuthors {
  return changedScripts.reduce<ScriptAuthors>((authors, [purpose, hasText]) => {
    const { [purpose]: _, ...others } = authors;
    return hasText && author !== null ? { ...others, [purpose]: author } : others;
  }, before);
}

/** Returns the authors of the scripts of a task after a patch. */
export const authorsAfter = (
  { type, scriptAuthors }: Pick<TaskDefinition, 'type' | 'scriptAuthors'>,
  patch: TaskPatch,
  author: string | null,
): ScriptAuthors => withAuthor(scriptAuthors, changedScriptsOf(type, patch), author);

/** Returns the authors of the scripts of a new task. */
export const authorsOfNew = (type: string, draft: TaskDraft, author: string | null): ScriptAuthors =>
  withAuthor({}, [...changedScriptsOf(type, draft), ['task', runsScript(type)]], author);

/** Returns the authors after a change of the task type. `author`, who changes it, is the author of the new script. */
export const authorsOfType = ({ scriptAuthors }: TaskDefinition, type: string, author: string | null): ScriptAuthors =>
  withAuthor(scriptAuthors, [['task', runsScript(type)]], author);
