import { type Message, message } from '../messages/message.ts';
import { limitedWarnings } from '../messages/warnings.ts';
import type { TaskDraft, TemplateDraft } from '../model/draft.ts';
import { truncate } from '../model/errors.ts';
import { blankTask, blankTaskPassive, type Task, type TaskDefinition, type TaskPassive } from '../model/task.ts';
import { hasOwnScript, taskTypeNamed } from '../model/task-types.ts';
import { toCompilableText } from './compilable-text.ts';
import type { ScriptLanguage } from './script-text.ts';

/** A script in the text fields of a task. */
export interface SavedScript {
  readonly name: 'script' | 'condition' | 'precondition' | 'failureHandler' | 'abortScript';
  /** The title of the task. */
  readonly title: string;
  readonly text: string;
  /** Whether its placeholders are not replaced. */
  readonly asIs: boolean;
}

/** A saved script, prepared for the compiler. */
export interface ScriptToCompile {
  readonly script: SavedScript;
  readonly language: ScriptLanguage;
  /** The text with neutral values instead of placeholders. */
  readonly text: string;
  /** The last line in which an error does not depend on the values of variables. */
  readonly certainTo: number;
}

type Holder = Pick<TaskDefinition, 'type' | 'title'>;
type Texts = Pick<TaskPassive, 'precondition' | 'failureHandler' | 'abortScript' | 'properties'>;

/** Returns the scripts of a task that Slipway runs. Omits blank scripts, plugin scripts and Groovy scripts. */
export function scriptsOf({ type, title }: Holder, passive: Texts): readonly SavedScript[] {
  const { script, condition, ignoreScriptVariableInterpolation = false } = passive.properties;
  const asIs = String(ignoreScriptVariableInterpolation) === 'true';
  const texts = [
    { name: 'script', text: hasOwnScript(type) ? script : null, asIs },
    { name: 'condition', text: taskTypeNamed(type)?.behavior === 'event' ? condition : null, asIs: false },
    { name: 'precondition', text: passive.precondition, asIs: false },
    { name: 'failureHandler', text: passive.failureHandler, asIs: false },
    { name: 'abortScript', text: passive.abortScript, asIs: false },
  ] as const;
  return texts.flatMap(({ text, ...details }) =>
    typeof text === 'string' && text.trim() !== '' ? [{ ...details, title, text }] : [],
  );
}

/** Returns the scripts in the draft of a template. */
export const scriptsOfDraft = ({ phases = [] }: Pick<TemplateDraft, 'phases'>): readonly SavedScript[] =>
  phases.flatMap(({ tasks = [] }) => tasks.flatMap(scriptsOfTask));

const scriptsOfTask = (task: TaskDraft): readonly SavedScript[] => [
  ...scriptsOf({ ...blankTask, ...task }, { ...blankTaskPassive, ...task }),
  ...(task.tasks ?? []).flatMap(scriptsOfTask),
];

type Passives = ReadonlyMap<string, TaskPassive>;

/** Returns the changed scripts of these tasks. `after` and `before` contain the texts by task id. */
export const changedScripts = (tasks: Iterable<Task>, after: Passives, before: Passives): readonly SavedScript[] =>
  [...tasks].flatMap(({ id, definition }) => {
    const passiveAfter = after.get(id) ?? blankTaskPassive;
    const passiveBefore = before.get(id);
    const previous = passiveBefore === undefined ? [] : scriptsOf(definition, passiveBefore);
    return scriptsOf(definition, passiveAfter).filter(
      ({ name, text, asIs }) =>
        !previous.some((candidate) => candidate.name === name && candidate.text === text && candidate.asIs === asIs),
    );
  });

/** The limits of compilation for one save. */
export interface CompilationLimits {
  readonly scripts: number;
  /** The total of all scripts. */
  readonly characters: number;
}

/** Returns the first scripts within the limits, prepared for the compiler. Equal texts count once. */
export function scriptsToCompile(
  scripts: readonly SavedScript[],
  languageOf: (text: string) => ScriptLanguage,
  limits: CompilationLimits,
): readonly ScriptToCompile[] {
  const counted = new Set<string>();
  let remaining = limits.characters;
  return scripts.flatMap((script) => {
    if (script.text.length > limits.characters) return [];
    const language = languageOf(script.text);
    const { text, certainTo } = script.asIs
      ? { text: script.text, certainTo: Number.POSITIVE_INFINITY }
      : toCompilableText(script.text, language);
    if (!counted.has(text)) {
      if (counted.size === limits.scripts || text.length > remaining) return [];
      counted.add(text);
      remaining -= text.length;
    }
    return [{ script, language, text, certainTo }];
  });
}

/** The reason why a script does not compile, and the line in its own text if it is known. */
interface CompileError {
  readonly type: string;
  readonly message: string;
  readonly line: number | null;
}

/** A syntax error of a script. */
export interface CompileProblem {
  /** null: unknown */
  readonly line: number | null;
  readonly error: string;
}

/**
 * Returns the syntax error of a script. Returns null if the error depends on values of variables, or if it is a limit of
 * the compiler and not a syntax error.
 */
export function compileProblem(
  { certainTo }: Pick<ScriptToCompile, 'certainTo'>,
  { type, message: rawError, line }: CompileError,
): CompileProblem | null {
  if (type !== 'SyntaxError' || (line ?? Number.POSITIVE_INFINITY) > certainTo) return null;
  return { line, error: truncate(rawError.replace(/\s+/g, ' '), 300) };
}

/** Returns the warning about a script, or null if it has no syntax error. */
export function compileWarning(compiled: ScriptToCompile, compileError: CompileError): Message | null {
  const problem = compileProblem(compiled, compileError);
  if (problem === null) return null;
  const { name, title } = compiled.script;
  const { line, error } = problem;
  const part = { script: message(`part.${name}`, { title }) };
  return line === null
    ? message('compilation.failed', { ...part, error })
    : message('compilation.failedInLine', { ...part, line, error });
}

/** The maximum number of warnings about scripts in one response. */
const maxWarnings = 100;

/** Returns the first warnings and a message with the number of omitted ones. */
export const limitWarnings = (warnings: readonly Message[]): readonly Message[] =>
  limitedWarnings(warnings, maxWarnings, (count) => message('compilation.more', { count }));
