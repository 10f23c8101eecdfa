import { systemUser } from '@slipway/domain/decision';
import type { Variable } from '@slipway/domain/model';
import { neededToRead } from '@slipway/domain/people';
import { type AuthoredText, authorsNaming, scriptAuthorOf } from '@slipway/domain/scripts';
import type { SharedVariableView } from '@slipway/persistence/variables';
import type { ClaimedRun, ScriptContext } from '../context/context.ts';
import type { Source } from './source.ts';

/** The password variables that are visible to a script. */
export interface Passwords {
  /** the clear texts that the script may use, by key */
  readonly clear: ReadonlyMap<string, string>;
  /** the keys of all of them; those without a clear text appear masked */
  readonly keys: ReadonlySet<string>;
  /** the clear texts of all of them, which must not appear in outputs */
  readonly secrets: readonly string[];
}

/**
 * The texts that can name a variable for a script, each with its author: the script itself, and the properties of its
 * task.
 */
function textsOf({ view, task, script }: ClaimedRun, { packaged, text }: Source): readonly AuthoredText[] {
  const { properties = {} } = view.details.tasks.get(task.id) ?? {};
  const { variableMapping } = task.definition;
  return [
    // an administrator has installed the plugin with the script
    { text, author: packaged ? systemUser : scriptAuthorOf(task, script.purpose) },
    { text: JSON.stringify([properties, variableMapping]), author: scriptAuthorOf(task, 'task') },
  ];
}

/**
 * Returns the password variables of a release, of its folders and of the whole system. A script gets the clear text of
 * those that its text or the properties of its task name literally, if the author of that text may use them. A folder
 * variable requires the permission to view that folder. A text without a stored author may use all.
 */
export async function passwordsFor(
  { seal, engine: { access } }: Pick<ScriptContext, 'seal' | 'engine'>,
  run: ClaimedRun,
  source: Source,
  shared: ReadonlyMap<string, Pick<SharedVariableView, 'folderId' | 'variable'>>,
): Promise<Passwords> {
  const all = [
    ...run.view.release.variables.map((variable) => ({ variable, folderId: null })),
    ...shared.values(),
  ].filter(({ variable }) => isSetPassword(variable));
  const opened = new Map(all.map(({ variable: { key, value } }) => [key, seal.open('variable', String(value))]));
  const texts = textsOf(run, source);
  const mayUse = async (author: string | null, folderId: string | null): Promise<boolean> => {
    if (folderId === null || author === null || author === systemUser) return true;
    return (await (await access.byName(author)).callerAt({ folderId })).may(neededToRead.folderVariables);
  };
  const clear = new Map<string, string>();
  for (const { variable, folderId } of all) {
    const { key } = variable;
    for (const author of authorsNaming(key, texts))
      if (!clear.has(key) && (await mayUse(author, folderId))) clear.set(key, opened.get(key) ?? '');
  }
  return { clear, keys: new Set(opened.keys()), secrets: [...opened.values()] };
}

const isSetPassword = ({ type, value }: Variable): boolean =>
  type === 'PasswordStringVariable' && typeof value === 'string' && value !== '';
