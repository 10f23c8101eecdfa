import { clip, hasOwnScript, isObject } from '@slipway/domain/model';
import { scriptText } from '@slipway/domain/scripts';
import { readVisibleVariables } from '@slipway/persistence/variables';
import { isContainerTask, isTaskRoot, type PluginScript, type PluginType, scriptOf } from '@slipway/plugins';
import { findImportableModules, languageOf, type ScriptRequest } from '@slipway/script-protocol';
import { CannotRun, type ClaimedRun, type ScriptContext } from '../context/context.ts';

/** The script to run, and its plugin type, if any. */
export interface Source extends Pick<ScriptRequest, 'language' | 'script' | 'packaged' | 'modules'> {
  readonly type: PluginType | null;
  /** the script before its placeholders are replaced */
  readonly text: string;
}

/** Returns the plugin type whose script a task runs: its own type, or the type in its `pythonScript`. */
const typeNameOf = ({ view, task }: ClaimedRun): string => {
  const own = view.details.tasks.get(task.id)?.properties.pythonScript;
  return isObject(own) && typeof own.type === 'string' ? own.type : task.definition.type;
};

async function pluginTypeOf({ plugins }: ScriptContext, name: string): Promise<PluginType | undefined> {
  const type = (await plugins.current()).get(name);
  return type !== undefined && (isTaskRoot(type.root) || isContainerTask(type)) ? type : undefined;
}

/** Returns the script of a task's run. Throws CannotRun if it does not exist (any more). */
export async function sourceOf(context: ScriptContext, run: ClaimedRun): Promise<Source> {
  const { view, task, script } = run;
  const passive = view.details.tasks.get(task.id);
  if (script.script !== null) return await scheduledScript(context, typeNameOf(run), script.script);
  switch (script.purpose) {
    case 'precondition':
      return await userScript(context, run, passive?.precondition);
    case 'failureHandler':
      return await userScript(context, run, passive?.failureHandler);
    case 'abort':
      return passive?.abortScript?.trim()
        ? await userScript(context, run, passive.abortScript)
        : await packagedScript(context, typeNameOf(run), 'abortScript');
    case 'task': {
      if (!hasOwnScript(task.definition.type)) return await packagedScript(context, typeNameOf(run), 'script');
      const { script: text = '', ignoreScriptVariableInterpolation: asIs = false } = passive?.properties ?? {};
      return await userScript(context, run, typeof text === 'string' ? text : '', String(asIs) === 'true');
    }
  }
}

async function packagedScript(context: ScriptContext, name: string, which: 'script' | 'abortScript'): Promise<Source> {
  const type = await pluginTypeOf(context, name);
  if (type !== undefined && isContainerTask(type)) return containerSource(type);
  const script = type?.[which];
  if (!type || !script) {
    throw new CannotRun(`There is no script to run: no installed plugin has one for tasks of type '${clip(name)}'.`);
  }
  return pluginSource(type, script);
}

/** A container has no script here. */
const containerSource = (type: PluginType): Source => ({
  ...{ language: 'javascript', script: '', packaged: true, modules: [], type, text: '' },
});

function pluginSource(type: PluginType, { fault, language, text }: PluginScript): Source {
  if (fault !== null) throw new CannotRun(`Tasks of type '${clip(type.name)}' cannot run: ${fault}.`);
  const modules = type.modules === null ? [] : [type.modules];
  return { language, script: text, packaged: true, modules, type, text };
}

/** Returns a script that an earlier script of the plugin has scheduled. */
async function scheduledScript(context: ScriptContext, name: string, path: string): Promise<Source> {
  const type = await pluginTypeOf(context, name);
  if (!type)
    throw new CannotRun(`There is no script to continue with: no installed plugin has the task type '${clip(name)}'.`);
  return isContainerTask(type) ? containerSource(type) : pluginSource(type, scriptOf(type, path));
}

/** Returns the reason why a script cannot schedule the script at this path; null if it can. */
export function whyNotScheduled(type: PluginType | null, path: string): string | null {
  if (type === null) return `task.schedule: a script that is no plugin's has no jar in which '${clip(path)}' could be`;
  if (isContainerTask(type)) return null;
  const { fault } = scriptOf(type, path);
  return fault === null ? null : `task.schedule: ${fault}`;
}

/** Replaces the placeholders for variables and fields of the release in a text. */
async function withValues(
  database: ScriptContext['database'],
  { release, passive, folderPath }: ClaimedRun['view'],
  text: string,
  language: ScriptRequest['language'],
): Promise<string> {
  return scriptText(text, language, release, {
    variables: await readVisibleVariables(database, release.folderId),
    folders: new Map([[release.folderId, folderPath.join('/')]]),
    releasePassives: new Map([[release.id, passive]]),
  });
}

async function userScript(
  { database, plugins }: ScriptContext,
  { view }: ClaimedRun,
  text: string | null | undefined,
  asIs = false,
): Promise<Source> {
  if (text === null || text === undefined) throw new CannotRun('There is no script to run: it was taken away.');
  const language = languageOf(text);
  const script = asIs || !text.includes('${') ? text : await withValues(database, view, text, language);
  return {
    language,
    script,
    packaged: false,
    modules: await findImportableModules(language, script, plugins),
    type: null,
    text,
  };
}
