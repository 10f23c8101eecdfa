import { type MessageData, showMessageData, showTexts } from '@slipway/api-schema/format';
import { mailWarnings } from '@slipway/domain/mails';
import { type Message, message, plainText } from '@slipway/domain/messages';
import { Invalid, type Task } from '@slipway/domain/model';
import {
  type CompileProblem,
  compileProblem,
  compileWarning,
  limitWarnings,
  type SavedScript,
  scriptsToCompile,
  toCompilableText,
} from '@slipway/domain/scripts';
import { languageOf, maxCompiled, RunnerBusy, RunnerUnavailable } from '@slipway/script-protocol';
import type { ResourceContext } from './context.ts';

type CompileContext = Pick<ResourceContext, 'scripts' | 'compileMs'>;

/**
 * Compiles saved scripts, and returns a warning for each script that does not compile. Waits at most `compileMs`
 * milliseconds. Returns no warning about a script that was not compiled in this time, or that exceeds the limits of one
 * request.
 */
export async function warningsByScript(
  { scripts: runner, compileMs = 0 }: CompileContext,
  savedScripts: readonly SavedScript[],
): Promise<ReadonlyMap<SavedScript, Message>> {
  if (runner === undefined || compileMs === 0 || savedScripts.length === 0) return new Map();
  const compiled = scriptsToCompile(savedScripts, languageOf, maxCompiled);
  const byText = Map.groupBy(compiled, ({ text }) => text);
  const texts = [...byText].map(([script, [first]]) => ({ language: first?.language ?? languageOf(script), script }));
  if (texts.length === 0) return new Map();
  // The scripts are already saved, so a failure of the runner must not fail the save.
  const faults = await runner.compileAll(texts, compileMs).catch(() => []);
  const errors = new Map(faults.map(({ at, error }) => [texts[at]?.script, error]));
  return new Map(
    compiled.flatMap((item): [SavedScript, Message][] => {
      const error = errors.get(item.text);
      const warning = error === undefined ? null : compileWarning(item, error);
      return warning === null ? [] : [[item.script, warning]];
    }),
  );
}

/**
 * Compiles a script that is not saved yet, with neutral values for its placeholders. Waits at most `compileMs`
 * milliseconds. Returns null for a valid script, and for a script that was not compiled in this time.
 */
export async function checkScript(
  { scripts: runner, compileMs = 0 }: CompileContext,
  script: string,
): Promise<CompileProblem | null> {
  if (runner === undefined || compileMs === 0 || script.trim() === '') return null;
  const language = languageOf(script);
  const { text, certainTo } = toCompilableText(script, language);
  const [fault] = await runner.compileAll([{ language, script: text }], compileMs).catch(() => []);
  return fault === undefined ? null : compileProblem({ certainTo }, fault.error);
}

interface WithWarnings {
  readonly warnings?: readonly string[] | undefined;
  readonly warningMessages?: readonly MessageData[] | undefined;
}

/** Returns the warnings about these saved tasks whose mail will not be sent. */
export const mailWarningsFor = (
  { mailMode }: Pick<ResourceContext, 'mailMode'>,
  tasks: Iterable<Task>,
): readonly Message[] => (mailMode === undefined ? [] : mailWarnings(tasks, mailMode));

/**
 * Adds the warnings about these scripts, and other ones, to a response. An existing member `warnings` of a plugin type
 * stays.
 */
export async function withScriptWarnings<T extends WithWarnings>(
  context: CompileContext,
  answer: T,
  savedScripts: readonly SavedScript[],
  others: readonly Message[] = [],
): Promise<T> {
  if (Object.hasOwn(answer, 'warnings')) return answer;
  const scriptWarnings = limitWarnings([...(await warningsByScript(context, savedScripts)).values()]);
  const warnings = [...scriptWarnings, ...others];
  if (warnings.length === 0) return answer;
  return { ...answer, warnings: showTexts(warnings), warningMessages: warnings.map(showMessageData) };
}

/**
 * Rejects a script that does not compile. `position` names the script in the message. Without a runner, the script is
 * accepted, and fails when it runs. Throws Invalid.
 */
export async function requireScript(
  { scripts }: Pick<ResourceContext, 'scripts'>,
  script: string,
  position: string,
): Promise<void> {
  const error = await scripts?.compile(languageOf(script), script).catch((failure: unknown) => {
    if (failure instanceof RunnerBusy || failure instanceof RunnerUnavailable) return null;
    throw failure;
  });
  if (!error) return;
  const fault = { position, problem: plainText(error.message.replace(/\s+/g, ' ').slice(0, 300)) };
  throw new Invalid(
    error.line === null
      ? message('script.doesNotCompile', fault)
      : message('script.doesNotCompileInLine', { ...fault, line: error.line }),
  );
}
